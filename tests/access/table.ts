import { newId } from '#app/domain/ids.ts'
import { PREFIX } from '#app/http/api/endpoints/groups.ts'
import { photo } from '../support/photos.ts'
import { type Actor, type ActorName, WORD, type World } from './world.ts'

// For each route: how to call it, and who may.

/**
 * The rights of the list, as people know them. self: their own account, where they have one. anyone: nothing of a
 * list is there. invited: anyone with an account who has the invitation's URL.
 */
export type Need = 'see' | 'seeAll' | 'edit' | 'editAll' | 'own' | 'leave' | 'invited' | 'self' | 'anyone'

export const MAY: Record<Exclude<Need, 'self' | 'anyone'>, ActorName[]> = {
  see: ['owner', 'editor', 'viewer', 'linkEditor', 'linkViewer'],
  seeAll: ['owner', 'editor', 'viewer'],
  edit: ['owner', 'editor', 'linkEditor'],
  editAll: ['owner', 'editor'],
  own: ['owner'],
  leave: ['editor', 'viewer'],
  invited: ['owner', 'editor', 'viewer', 'removed', 'stranger'],
}

export interface Sent {
  path: string
  form?: Record<string, string>
  json?: unknown
  body?: () => Promise<FormData>
}

export interface Entry {
  need: Need
  /** Which of several ways to call it. */
  way?: string
  send(world: World, actor: Actor): Sent
  /** Called with a link instead of an account. */
  byLink?: true
  /** Changes nothing of the list, although it isn't a GET. */
  keeps?: true
  /** Shows nothing of the list, although it is a GET. */
  hides?: true
  /** Only reached as a page, never as data. */
  onlyPage?: true
  /** Names the list to anyone who has the URL. */
  tells?: true
  /** What a member without the right gets, if not 403. */
  refusal?: number
  /** The page itself shows the refusal. */
  shown?: true
}

/** A call for each route; several if who may depends on what is sent. */
export type Table = Record<string, Entry | Entry[]>

const otherOf = ({ own }: World, { name }: Actor) => own[name === 'owner' ? 'editor' : 'owner']
const receiptForm = async () => {
  const form = new FormData()
  form.set('receiptImage', new Blob([new Uint8Array(await photo(20, 20).jpeg().toBuffer())]), 'receipt.jpg')
  return form
}
const idOf = (actor: Actor) => actor.id ?? newId()

/** Opening an action's address by hand leads to a page. */
const elsewhere = (send: Entry['send']): Entry => ({ need: 'anyone', send })
const onList = (path: string, need: Need, form: Record<string, string> = {}): Entry => ({
  need,
  send: ({ list }) => ({ path: `${path}/${list}`, form }),
})
const open = (path: string): Entry => ({ need: 'anyone', send: () => ({ path }) })

const toList = (path: string) => elsewhere(({ list }) => ({ path: `${path}/${list}` }))
const toItem = (path: string) =>
  elsewhere((world, actor) => ({ path: `${path}/${otherOf(world, actor).item}` }))

export const PAGES: Table = {
  'GET /': {
    need: 'self',
    send: (_world, actor) => ({ path: `/?userID=${idOf(actor)}` }),
  },
  'POST /': {
    need: 'self',
    send: (_world, actor) => ({ path: `/?userID=${idOf(actor)}`, form: { name: 'Mine', id: newId() } }),
  },
  'GET /*': open('/nowhere'),
  'POST /*': open('/nowhere'),
  'GET /landing': open('/landing'),
  'GET /start': open('/start'),
  'GET /chat': open('/chat'),
  'GET /language': open('/language'),
  'POST /language': { need: 'anyone', send: () => ({ path: '/language', form: { language: 'de' } }) },
  'GET /api/docs': open('/api/docs'),
  'GET /login': open('/login'),
  'POST /login': {
    need: 'anyone',
    send: () => ({ path: '/login', form: { email: 'x@example.org', password: 'x' } }),
  },
  'GET /logout': open('/logout'),
  'POST /logout': { need: 'self', send: () => ({ path: '/logout', form: {} }) },
  'GET /register': open('/register'),
  'POST /register': { need: 'anyone', send: () => ({ path: '/register', form: { name: 'x' } }) },
  'GET /forgot-password': open('/forgot-password'),
  'POST /forgot-password': {
    need: 'anyone',
    send: () => ({ path: '/forgot-password', form: { email: '' } }),
  },
  'GET /auth/reset-password': open('/auth/reset-password?token=x&email=x'),
  'POST /auth/reset-password': {
    need: 'anyone',
    send: () => ({ path: '/auth/reset-password?token=x&email=x', form: { password: 'a new one it is' } }),
  },
  'GET /user/verify-email': open('/user/verify-email?token=x&email=x'),
  'POST /user/verify-email': {
    need: 'anyone',
    send: () => ({ path: '/user/verify-email?token=x&email=x', form: {} }),
  },
  'GET /settings': { need: 'self', send: () => ({ path: '/settings' }) },
  'POST /settings': {
    need: 'self',
    send: (_world, { id }) => ({
      path: '/settings',
      form: { intent: 'you', name: `Me ${id}`, language: '', formats: '', timeZone: '' },
    }),
  },
  'GET /settings/delete-account': { need: 'self', send: () => ({ path: '/settings/delete-account' }) },
  'POST /settings/delete-account': {
    need: 'self',
    send: () => ({ path: '/settings/delete-account', form: { password: 'wrong' } }),
  },
  'GET /household': { need: 'self', send: () => ({ path: '/household' }) },
  'POST /household': {
    need: 'self',
    send: () => ({ path: '/household', form: { intent: 'stop', userID: newId() } }),
  },
  'GET /settings/remembered': { need: 'self', send: () => ({ path: '/settings/remembered' }) },
  'POST /settings/remembered': [
    {
      need: 'self',
      way: 'one',
      send: () => ({ path: '/settings/remembered', form: { intent: 'forget', name: 'Milk', unit: '' } }),
    },
    {
      need: 'self',
      way: 'all',
      send: () => ({ path: '/settings/remembered', form: { intent: 'forget-all' } }),
    },
  ],
  'GET /settings/export': { need: 'self', onlyPage: true, send: () => ({ path: '/settings/export' }) },
  'GET /revoke-token/:id': elsewhere(() => ({ path: `/revoke-token/${newId()}` })),
  'POST /revoke-token/:id': {
    need: 'self',
    send: () => ({ path: `/revoke-token/${newId()}`, form: {} }),
  },
  'GET /answer': elsewhere(() => ({ path: '/answer' })),
  'POST /answer': [
    {
      need: 'self',
      way: 'to a person',
      send: () => ({ path: '/answer', form: { answer: 'decline', userID: newId() } }),
    },
    {
      need: 'self',
      way: 'about sharing from before a reset',
      send: () => ({ path: '/answer', form: { answer: 'accept', sharing: 'paused' } }),
    },
    {
      need: 'seeAll',
      way: 'to an offer',
      keeps: true,
      send: ({ list }) => ({ path: '/answer', form: { answer: 'decline', listID: list } }),
    },
  ],
  'GET /recently-deleted': { need: 'self', send: () => ({ path: '/recently-deleted' }) },
  'GET /share': open('/share'),
  'POST /share': { need: 'anyone', send: () => ({ path: '/share', form: {} }) },
  'GET /share-target': { need: 'self', send: () => ({ path: '/share-target?text=Milk' }) },
  'POST /share-target': {
    need: 'edit',
    send: ({ list }) => ({ path: '/share-target', form: { id: newId(), listID: list, line: 'Milk' } }),
  },
  'GET /single-list': { need: 'see', send: ({ list }) => ({ path: `/single-list?listID=${list}` }) },
  'POST /single-list': {
    need: 'edit',
    send: ({ list }) => ({ path: `/single-list?listID=${list}`, form: { name: 'Milk', id: newId() } }),
  },
  'GET /quick-add': { need: 'edit', send: ({ list }) => ({ path: `/quick-add?listID=${list}` }) },
  'POST /quick-add': [
    {
      need: 'edit',
      way: 'a line',
      send: ({ list }) => ({ path: `/quick-add?listID=${list}`, form: { id: newId(), lines: '2 milk' } }),
    },
    {
      need: 'edit',
      way: 'checked lines',
      send: ({ list }) => ({
        path: `/quick-add?listID=${list}`,
        form: { id: newId(), check: '1', line: '2 milk', take: '0' },
      }),
    },
  ],
  'GET /suggest': {
    need: 'edit',
    hides: true,
    send: ({ list }) => ({ path: `/suggest?listID=${list}&q=mi` }),
  },
  'GET /last-prices': {
    need: 'edit',
    hides: true,
    send: ({ list }) => ({ path: `/last-prices?listID=${list}&name=milk` }),
  },
  'GET /aisles': { need: 'seeAll', send: ({ list }) => ({ path: `/aisles?listID=${list}` }) },
  'POST /aisles': {
    need: 'editAll',
    send: ({ list }) => ({ path: `/aisles?listID=${list}`, form: { category: 'frozen', before: 'produce' } }),
  },
  'GET /view': elsewhere(({ list }) => ({ path: `/view?listID=${list}` })),
  'POST /view': {
    need: 'seeAll',
    keeps: true,
    send: ({ list }) => ({ path: `/view?listID=${list}`, form: { view: 'aisle' } }),
  },
  'GET /category': {
    need: 'edit',
    hides: true,
    send: ({ list }) => ({ path: `/category?listID=${list}&name=milk` }),
  },
  'GET /usual': { need: 'edit', send: ({ list }) => ({ path: `/usual?listID=${list}` }) },
  'POST /usual': {
    need: 'editAll',
    send: ({ list }) => ({ path: `/usual?listID=${list}`, form: { forget: ` ${WORD} usual` } }),
  },
  'GET /move/:id': {
    need: 'editAll',
    send: (world, actor) => ({ path: `/move/${otherOf(world, actor).item}?listID=${world.list}` }),
  },
  'POST /move/:id': {
    need: 'editAll',
    shown: true,
    send: (world, actor) => ({
      path: `/move/${otherOf(world, actor).item}?listID=${world.list}`,
      form: { to: actor.elsewhere },
    }),
  },
  'GET /copy/:id': { need: 'seeAll', send: ({ list }) => ({ path: `/copy/${list}` }) },
  'POST /copy/:id': {
    need: 'seeAll',
    keeps: true,
    shown: true,
    send: ({ list }, { elsewhere }) => ({ path: `/copy/${list}`, form: { to: elsewhere } }),
  },
  'GET /recent': { need: 'seeAll', send: ({ list }) => ({ path: `/recent?listID=${list}` }) },
  'GET /back/:id': elsewhere((_world, actor) => ({ path: `/back/${idOf(actor)}` })),
  'POST /back/:id': elsewhere((_world, actor) => ({ path: `/back/${idOf(actor)}`, form: {} })),
  'GET /completed': open('/completed'),
  'POST /completed': {
    need: 'edit',
    send: (world, actor) => ({
      path: '/completed',
      form: { completed: 'on', id: otherOf(world, actor).item, listID: world.list },
    }),
  },
  'GET /edit-item/:id': elsewhere((world, actor) => ({
    path: `/edit-item/${otherOf(world, actor).item}?listID=${world.list}`,
  })),
  'POST /edit-item/:id': {
    need: 'edit',
    send: (world, actor) => ({
      path: `/edit-item/${otherOf(world, actor).item}?listID=${world.list}`,
      form: { name: 'Milk' },
    }),
  },
  'GET /delete-single-item/:id': toList('/delete-single-item'),
  'POST /delete-single-item/:id': {
    need: 'edit',
    send: (world, actor) => ({
      path: `/delete-single-item/${world.list}?itemID=${otherOf(world, actor).item}`,
      form: {},
    }),
  },
  'GET /delete-items/:id': toList('/delete-items'),
  'POST /delete-items/:id': onList('/delete-items', 'editAll'),
  'GET /clear-done/:id': toList('/clear-done'),
  'POST /clear-done/:id': onList('/clear-done', 'editAll'),
  'GET /untick-all/:id': toList('/untick-all'),
  'POST /untick-all/:id': onList('/untick-all', 'editAll'),
  'GET /generateAI-response': elsewhere(({ list }) => ({ path: `/generateAI-response?listID=${list}` })),
  'POST /generateAI-response': {
    need: 'editAll',
    send: ({ list }) => ({ path: `/generateAI-response?listID=${list}`, form: { recipe: 'Pancakes' } }),
  },
  'GET /receipt/:id': {
    need: 'seeAll',
    onlyPage: true,
    send: ({ list }) => ({ path: `/receipt/${list}` }),
  },
  'GET /add-receipt/:id': toList('/add-receipt'),
  'POST /add-receipt/:id': {
    need: 'editAll',
    send: ({ list }) => ({ path: `/add-receipt/${list}`, body: receiptForm }),
  },
  'GET /delete-receipt/:id': toList('/delete-receipt'),
  'POST /delete-receipt/:id': onList('/delete-receipt', 'editAll'),
  'GET /rename-list/:id': toList('/rename-list'),
  'POST /rename-list/:id': onList('/rename-list', 'own', { name: 'Renamed' }),
  'GET /currency/:id': { need: 'own', send: ({ list }) => ({ path: `/currency/${list}` }) },
  'POST /currency/:id': onList('/currency', 'own', { currency: 'EUR' }),
  'GET /delete-list/:id': toList('/delete-list'),
  'POST /delete-list/:id': onList('/delete-list', 'own'),
  'GET /finish': { need: 'editAll', send: ({ list }) => ({ path: `/finish?listID=${list}` }) },
  'POST /finish': [
    {
      need: 'editAll',
      way: 'what is named',
      send: ({ list, done }) => ({
        path: `/finish?listID=${list}`,
        form: { id: newId(), items: done, paid: '2.50', store: 'Market' },
      }),
    },
    {
      need: 'editAll',
      way: 'with a photo',
      send: ({ list }) => ({ path: `/finish?listID=${list}`, body: receiptForm }),
    },
  ],
  'GET /spending': [
    { need: 'self', way: 'of all lists', send: () => ({ path: '/spending' }) },
    { need: 'seeAll', way: 'of a list', send: ({ list }) => ({ path: `/spending?listID=${list}` }) },
  ],
  'POST /spending': {
    need: 'self',
    send: () => ({ path: '/spending', form: { id: newId(), paid: '4.50', store: 'Bakery', boughtOn: '' } }),
  },
  'GET /spending.csv': {
    need: 'seeAll',
    onlyPage: true,
    send: ({ list }) => ({ path: `/spending.csv?listID=${list}` }),
  },
  'GET /trip/:id': { need: 'seeAll', send: ({ trip }) => ({ path: `/trip/${trip}` }) },
  'POST /trip/:id': [
    {
      need: 'editAll',
      way: 'to correct it',
      send: ({ trip }) => ({
        path: `/trip/${trip}`,
        form: { paid: '3', store: 'Bakery', boughtOn: '2026-01-04' },
      }),
    },
    {
      need: 'editAll',
      way: 'with a photo',
      send: ({ trip }) => ({ path: `/trip/${trip}`, body: receiptForm }),
    },
  ],
  'GET /delete-trip/:id': elsewhere(({ trip }) => ({ path: `/delete-trip/${trip}` })),
  'POST /delete-trip/:id': {
    need: 'editAll',
    send: ({ trip }) => ({ path: `/delete-trip/${trip}`, form: {} }),
  },
  'GET /restore-trip/:id': elsewhere(({ trip }) => ({ path: `/restore-trip/${trip}` })),
  'POST /restore-trip/:id': {
    need: 'editAll',
    send: ({ deletedTrip }) => ({ path: `/restore-trip/${deletedTrip}`, form: {} }),
  },
  'GET /add-again/:id': elsewhere(({ trip }) => ({ path: `/add-again/${trip}` })),
  'POST /add-again/:id': {
    need: 'editAll',
    send: ({ trip }) => ({ path: `/add-again/${trip}`, form: { id: newId() } }),
  },
  'GET /duplicate-list/:id': toList('/duplicate-list'),
  'POST /duplicate-list/:id': { ...onList('/duplicate-list', 'seeAll', { name: 'Copy' }), keeps: true },
  'GET /restore/:id': elsewhere(({ deletedList }) => ({ path: `/restore/${deletedList}` })),
  'POST /restore/:id': {
    need: 'own',
    // To everybody else a deleted list is gone.
    refusal: 404,
    send: ({ deletedList }) => ({ path: `/restore/${deletedList}`, form: {} }),
  },
  'GET /restore-item/:id': toItem('/restore-item'),
  'POST /restore-item/:id': {
    need: 'editAll',
    send: ({ deleted, list }) => ({ path: `/restore-item/${deleted}`, form: { listID: list } }),
  },
  'GET /purge/:id': toItem('/purge'),
  'POST /purge/:id': {
    need: 'editAll',
    send: ({ deleted, list }) => ({ path: `/purge/${deleted}`, form: { listID: list } }),
  },
  'GET /remove-at-home/:id': toItem('/remove-at-home'),
  'POST /remove-at-home/:id': {
    need: 'editAll',
    send: ({ question }) => ({ path: `/remove-at-home/${question}`, form: {} }),
  },
  'GET /undo/:id': toItem('/undo'),
  'POST /undo/:id': [
    {
      need: 'edit',
      way: 'of an own act',
      send: ({ own }, { name }) => ({ path: `/undo/${own[name].change}`, form: {} }),
    },
    {
      need: 'editAll',
      way: "of another's act",
      send: (world, actor) => ({ path: `/undo/${otherOf(world, actor).change}`, form: {} }),
    },
  ],
}

const api = (path: string) => `${PREFIX}${path}`
const ofList = (path: string, need: Need, json?: unknown): Entry => ({
  need,
  send: ({ list }) => ({ path: api(path.replace('{id}', list)), json }),
})

const API_PATHS: Table = {
  'GET /list': { need: 'self', send: () => ({ path: api('/list') }) },
  'POST /list': { need: 'self', send: () => ({ path: api('/list'), json: { name: 'Mine' } }) },
  'GET /list/{id}': ofList('/list/{id}', 'seeAll'),
  'PATCH /list/{id}': ofList('/list/{id}', 'own', { name: 'Renamed' }),
  'DELETE /list/{id}': ofList('/list/{id}', 'own'),
  'POST /list/{id}/duplicate': { ...ofList('/list/{id}/duplicate', 'seeAll', { name: 'Copy' }), keeps: true },
  'POST /list/{id}/untick': ofList('/list/{id}/untick', 'editAll', {}),
  'GET /list/{id}/aisle': { ...ofList('/list/{id}/aisle', 'seeAll'), hides: true },
  'PATCH /list/{id}/aisle': ofList('/list/{id}/aisle', 'editAll', { category: 'frozen', before: 'produce' }),
  'GET /list/{id}/usual': ofList('/list/{id}/usual', 'edit'),
  'DELETE /list/{id}/usual': ofList(`/list/{id}/usual?name=${WORD}%20usual&unit=`, 'editAll'),
  'POST /list/{id}/copy': {
    need: 'seeAll',
    keeps: true,
    send: ({ list }, { elsewhere }) => ({ path: api(`/list/${list}/copy`), json: { to: elsewhere } }),
  },
  'POST /item/{id}/move': {
    need: 'editAll',
    send: (world, { name, elsewhere }) => ({
      path: api(`/item/${world.own[name === 'owner' ? 'editor' : 'owner'].item}/move`),
      json: { listID: elsewhere },
    }),
  },
  'POST /list/{id}/finish': ofList('/list/{id}/finish', 'editAll', { paid: 2.5, store: 'Lidl' }),
  'GET /trip': { need: 'seeAll', send: ({ list }) => ({ path: api(`/trip?listID=${list}`) }) },
  'GET /trip/{id}': { need: 'seeAll', send: ({ trip }) => ({ path: api(`/trip/${trip}`) }) },
  'PATCH /trip/{id}': {
    need: 'editAll',
    send: ({ trip }) => ({ path: api(`/trip/${trip}`), json: { paid: 3 } }),
  },
  'DELETE /trip/{id}': { need: 'editAll', send: ({ trip }) => ({ path: api(`/trip/${trip}`) }) },
  'POST /trip': { need: 'self', send: () => ({ path: api('/trip'), json: { paid: 3, store: 'Bakery' } }) },
  'GET /spending': {
    need: 'seeAll',
    hides: true,
    send: ({ list }) => ({ path: api(`/spending?listID=${list}`) }),
  },
  'GET /item': [
    { need: 'see', send: ({ list }) => ({ path: api(`/item?listID=${list}`) }) },
    { need: 'seeAll', way: 'deleted', send: ({ list }) => ({ path: api(`/item?listID=${list}&deleted=1`) }) },
  ],
  'POST /item': {
    need: 'edit',
    send: ({ list }) => ({ path: api(`/item?listID=${list}`), json: { name: 'Milk' } }),
  },
  'PATCH /item/{id}': {
    need: 'edit',
    send: (world, actor) => ({ path: api(`/item/${otherOf(world, actor).item}`), json: { name: 'Milk' } }),
  },
  'PATCH /item/checkbox/{id}': {
    need: 'edit',
    send: (world, actor) => ({
      path: api(`/item/checkbox/${otherOf(world, actor).item}`),
      json: { completed: true },
    }),
  },
  'DELETE /item/{id}': ofList('/item/{id}', 'editAll'),
  'DELETE /item': {
    need: 'edit',
    send: (world, actor) => ({ path: api(`/item?itemID=${otherOf(world, actor).item}`) }),
  },
  'POST /generateItemsFromAi': {
    need: 'editAll',
    send: ({ list }) => ({ path: api(`/generateItemsFromAi?listID=${list}`), json: { recipe: 'Pancakes' } }),
  },
  'POST /item/lines': {
    need: 'edit',
    send: ({ list }) => ({ path: api(`/item/lines?listID=${list}`), json: { lines: '2 milk' } }),
  },
  'POST /item/text': {
    need: 'edit',
    send: ({ list }) => ({ path: api(`/item/text?listID=${list}`), json: { text: 'Milk' } }),
  },
  'GET /receipt/{listID}': { need: 'seeAll', send: ({ list }) => ({ path: api(`/receipt/${list}`) }) },
  'PATCH /receipt/{listID}': {
    need: 'editAll',
    send: ({ list }) => ({ path: api(`/receipt/${list}`), body: receiptForm }),
  },
  'DELETE /receipt/{listID}': { need: 'editAll', send: ({ list }) => ({ path: api(`/receipt/${list}`) }) },
  'GET /list/{id}/change': { ...ofList('/list/{id}/change', 'seeAll'), hides: true },
  'POST /change/{id}/undo': [
    {
      need: 'edit',
      way: 'of an own act',
      send: ({ own }, { name }) => ({ path: api(`/change/${own[name].change}/undo`), json: {} }),
    },
    {
      need: 'editAll',
      way: "of another's act",
      send: (world, actor) => ({ path: api(`/change/${otherOf(world, actor).change}/undo`), json: {} }),
    },
  ],
  'GET /list/{id}/member': ofList('/list/{id}/member', 'seeAll'),
  'PATCH /list/{id}/member/{userId}': {
    need: 'own',
    send: ({ list, actors }) => ({
      path: api(`/list/${list}/member/${actors.viewer.id}`),
      json: { role: 'editor' },
    }),
  },
  'DELETE /list/{id}/member/{userId}': [
    {
      need: 'own',
      way: 'of another',
      send: ({ list, actors }, { name }) => ({
        path: api(`/list/${list}/member/${actors[name === 'editor' ? 'viewer' : 'editor'].id}`),
      }),
    },
    {
      need: 'leave',
      way: 'of their own',
      refusal: 409,
      send: ({ list }, actor) => ({ path: api(`/list/${list}/member/${idOf(actor)}`) }),
    },
  ],
  'POST /list/{id}/owner': {
    need: 'own',
    send: ({ list, actors }) => ({ path: api(`/list/${list}/owner`), json: { userId: actors.editor.id } }),
  },
  'POST /list/{id}/offer': {
    need: 'own',
    refusal: 404,
    keeps: true,
    send: ({ list }) => ({ path: api(`/list/${list}/offer`), json: {} }),
  },
  'DELETE /list/{id}/offer': {
    need: 'seeAll',
    keeps: true,
    send: ({ list }) => ({ path: api(`/list/${list}/offer`) }),
  },
  'GET /offer': { need: 'self', send: () => ({ path: api('/offer') }) },
  'GET /paused-sharing': { need: 'self', send: () => ({ path: api('/paused-sharing') }) },
  'POST /paused-sharing': { need: 'self', send: () => ({ path: api('/paused-sharing'), json: {} }) },
  'DELETE /paused-sharing': { need: 'self', send: () => ({ path: api('/paused-sharing') }) },
  'GET /sharer': { need: 'self', send: () => ({ path: api('/sharer') }) },
  'POST /sharer/{userId}': {
    need: 'self',
    send: () => ({ path: api(`/sharer/${newId()}`), json: {} }),
  },
  'DELETE /sharer/{userId}': { need: 'self', send: () => ({ path: api(`/sharer/${newId()}`) }) },
  'GET /list/{id}/invite': { ...ofList('/list/{id}/invite', 'own'), hides: true },
  'POST /list/{id}/invite': ofList('/list/{id}/invite', 'own', {}),
  'DELETE /list/{id}/invite/{inviteId}': {
    need: 'own',
    send: ({ list, invite }) => ({ path: api(`/list/${list}/invite/${invite}`) }),
  },
  'POST /invite/{token}': {
    need: 'invited',
    tells: true,
    keeps: true,
    send: ({ inviteToken }) => ({ path: api(`/invite/${inviteToken}`), json: {} }),
  },
  'GET /list/{id}/link': ofList('/list/{id}/link', 'own'),
  'POST /list/{id}/link': ofList('/list/{id}/link', 'own', {}),
  'DELETE /list/{id}/link/{linkId}': {
    need: 'own',
    send: ({ list, links }) => ({ path: api(`/list/${list}/link/${links[0]}`) }),
  },
  'POST /auth/register': { need: 'anyone', send: () => ({ path: api('/auth/register'), json: {} }) },
  'POST /auth/login': {
    need: 'anyone',
    send: () => ({ path: api('/auth/login'), json: { email: 'x@example.org', password: 'x' } }),
  },
  'GET /auth/logout': { need: 'anyone', send: () => ({ path: api('/auth/logout') }) },
  'POST /auth/logout': { need: 'anyone', send: () => ({ path: api('/auth/logout'), json: {} }) },
  'POST /auth/forgot-password': {
    need: 'anyone',
    send: () => ({ path: api('/auth/forgot-password'), json: {} }),
  },
  'POST /auth/reset-password': {
    need: 'anyone',
    send: () => ({ path: api('/auth/reset-password'), json: {} }),
  },
  'POST /user/verify-email': {
    need: 'anyone',
    send: () => ({ path: api('/user/verify-email'), json: {} }),
  },
  'GET /user/current-user': { need: 'self', send: () => ({ path: api('/user/current-user') }) },
  'PATCH /user': { need: 'self', send: () => ({ path: api('/user'), json: { language: 'de' } }) },
  'GET /user/export': { need: 'self', send: () => ({ path: api('/user/export') }) },
  'GET /token': { need: 'self', send: () => ({ path: api('/token') }) },
  'DELETE /token/{id}': { need: 'self', send: () => ({ path: api(`/token/${newId()}`) }) },
}

export const API: Table = Object.fromEntries(
  Object.entries(API_PATHS).map(([route, entry]) => [route.replace(' ', ` ${PREFIX}`), entry]),
)

export const MIDDLEWARE: Table = {
  'GET /livez': open('/livez'),
  'GET /readyz': open('/readyz'),
  'GET /metrics': open('/metrics'),
  [`GET ${PREFIX}/openapi.json`]: open(api('/openapi.json')),
  'GET /ws': open('/ws'),
}

const bySharing = (need: Need, form: (world: World, actor: Actor) => Record<string, string>): Entry => ({
  need,
  send: (world, actor) => ({ path: `/sharing?listID=${world.list}`, form: form(world, actor) }),
})
const byLink = (
  path: string,
  need: Need,
  form?: (world: World, actor: Actor) => Record<string, string>,
): Entry => ({
  need,
  byLink: true,
  send: (world, actor) => ({
    path: `/s/${actor.link}${path}`,
    ...(form && { form: { guest: '', ...form(world, actor) } }),
  }),
})
const elsewhereByLink = (path: string): Entry => ({
  need: 'anyone',
  byLink: true,
  send: (_world, { link }) => ({ path: `/s/${link}${path}` }),
})

/** The pages of sharing and of links. */
export const SHARING: Table = {
  'GET /sharing': { need: 'seeAll', send: ({ list }) => ({ path: `/sharing?listID=${list}` }) },
  'POST /sharing': [
    { ...bySharing('own', () => ({ intent: 'invite', role: 'editor', id: newId() })), way: 'invite' },
    {
      ...bySharing('own', () => ({ intent: 'link', role: 'viewer', expires: '7d', label: '', id: newId() })),
      way: 'link',
    },
    {
      ...bySharing('own', ({ actors }) => ({
        intent: 'role',
        userID: actors.viewer.id ?? '',
        role: 'editor',
      })),
      way: 'role',
    },
    {
      ...bySharing('own', ({ actors }) => ({ intent: 'remove', userID: actors.viewer.id ?? '' })),
      way: 'remove',
    },
    {
      ...bySharing('own', ({ actors }) => ({
        intent: 'always',
        userID: actors.viewer.id ?? '',
        always: 'true',
      })),
      way: 'always',
      keeps: true,
    },
    { ...bySharing('own', ({ links }) => ({ intent: 'revoke', linkID: links[0] ?? '' })), way: 'revoke' },
    { ...bySharing('own', ({ invite }) => ({ intent: 'withdraw', inviteID: invite })), way: 'withdraw' },
    {
      ...bySharing('own', ({ actors }) => ({ intent: 'handover', userID: actors.editor.id ?? '' })),
      way: 'hand over',
    },
    {
      ...bySharing('seeAll', () => ({ intent: 'take-back' })),
      way: 'take the offer back',
      keeps: true,
    },
    { ...bySharing('seeAll', () => ({ intent: 'decline' })), way: 'decline', keeps: true },
    {
      ...bySharing('own', () => ({ intent: 'accept' })),
      way: 'accept',
      keeps: true,
      refusal: 404,
      shown: true,
    },
    { ...bySharing('leave', () => ({ intent: 'leave' })), way: 'leave', refusal: 409, shown: true },
  ],
  'GET /invite/:token': [
    {
      need: 'anyone',
      way: 'of an unknown invitation',
      send: () => ({ path: `/invite/${'x'.repeat(32)}` }),
    },
    {
      need: 'anyone',
      way: 'of an open invitation',
      tells: true,
      send: ({ inviteToken }) => ({ path: `/invite/${inviteToken}` }),
    },
  ],
  'POST /invite/:token': {
    need: 'invited',
    tells: true,
    keeps: true,
    send: ({ inviteToken }) => ({ path: `/invite/${inviteToken}`, form: {} }),
  },
  'GET /s/:token': byLink('', 'see'),
  'GET /s/:token/completed': elsewhereByLink('/completed'),
  'POST /s/:token/completed': byLink('/completed', 'edit', ({ own }) => ({
    completed: 'on',
    id: own.owner.item,
  })),
  'GET /s/:token/add': elsewhereByLink('/add'),
  'POST /s/:token/add': byLink('/add', 'edit', () => ({ name: 'Milk', id: newId() })),
  'GET /s/:token/quick-add': byLink('/quick-add', 'edit'),
  'POST /s/:token/quick-add': byLink('/quick-add', 'edit', () => ({ id: newId(), lines: '2 milk' })),
  'GET /s/:token/edit': elsewhereByLink('/edit'),
  'POST /s/:token/edit': byLink('/edit', 'edit', ({ own }) => ({ name: 'Milk', itemID: own.owner.item })),
  'GET /s/:token/delete': elsewhereByLink('/delete'),
  'POST /s/:token/delete': byLink('/delete', 'edit', ({ own }) => ({ itemID: own.owner.item })),
  'GET /s/:token/undo': elsewhereByLink('/undo'),
  'POST /s/:token/undo': [
    {
      ...byLink('/undo', 'edit', ({ own }, { name }) => ({ change: own[name].change })),
      way: 'of an own act',
    },
    {
      ...byLink('/undo', 'editAll', ({ own }) => ({ change: own.owner.change })),
      way: "of another's act",
    },
    {
      ...byLink('/undo', 'editAll', ({ byOtherBrowser }) => ({ change: byOtherBrowser })),
      way: "of another browser's act with the same link",
    },
  ],
  'GET /s/:token/restore': elsewhereByLink('/restore'),
  // Only those who had the item on their screen know its id, and so its name.
  'POST /s/:token/restore': byLink('/restore', 'edit', ({ deleted }) => ({
    itemID: deleted,
    name: `${WORD} deleted`,
  })),
  'GET /s/:token/language': elsewhereByLink('/language'),
  'POST /s/:token/language': { ...byLink('/language', 'see', () => ({ language: 'de' })), keeps: true },
  'GET /s/:token/view': elsewhereByLink('/view'),
  'POST /s/:token/view': { ...byLink('/view', 'see', () => ({ view: 'aisle' })), keeps: true },
  'GET /s/:token/category': { ...byLink('/category?name=milk', 'edit'), hides: true },
  'GET /s/:token/name': elsewhereByLink('/name'),
  'POST /s/:token/name': { ...byLink('/name', 'edit', () => ({ guest: 'Bea' })), keeps: true },
  'GET /seen': {
    need: 'see',
    hides: true,
    send: ({ list }) => ({ path: `/seen?listID=${list}&revision=20` }),
  },
  'POST /seen': {
    need: 'see',
    keeps: true,
    send: ({ list }) => ({ path: `/seen?listID=${list}&revision=20`, form: {} }),
  },
  'GET /s/:token/seen': { ...byLink('/seen?revision=20', 'see'), hides: true },
  'POST /s/:token/seen': { ...byLink('/seen?revision=20', 'see', () => ({})), keeps: true },
}

/** With the token of their link, if they have no account. */
const withLink = (message: object, { id, link }: Actor) => ({ ...message, ...(!id && { token: link }) })

/** What a socket says. */
export const SOCKET: Record<string, { need: Need; message(world: World, actor: Actor): unknown }> = {
  subscribe: {
    need: 'see',
    message: ({ list }, actor) => withLink({ type: 'subscribe', listID: list }, actor),
  },
  unsubscribe: { need: 'anyone', message: ({ list }) => ({ type: 'unsubscribe', listID: list }) },
  message: { need: 'anyone', message: () => ({ type: 'message', text: 'hello' }) },
}
