import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { addPerson, type Larder, type Person, startLarder } from '../support/larder.ts'
import { addItems, addList } from '../support/rows.ts'
import { addLink, addMember } from '../support/sharing.ts'

// What our script gets when it posts a form in the background, maybe days after somebody filled it in.

let started: Awaited<ReturnType<typeof startLarder>>
beforeAll(async () => {
  started = await startLarder()
})
afterAll(() => started.stop())

function setUp(name = 'Ada') {
  const { larder } = started
  const ada = addPerson(larder, name)
  const ben = addPerson(larder, 'Ben')
  const listId = addList(larder, ada, 'Market')
  addMember(larder, listId, ben)
  const [milk = ''] = addItems(larder, listId, [{ name: 'Milk', price: 1.2 }])
  return { larder, ada, ben, listId, milk, home: `/single-list?listID=${listId}` }
}

async function post(path: string, form: Record<string, string>, person?: Person, more = {}) {
  const headers = {
    Accept: 'application/json',
    ...(person && { Cookie: `session=${person.cookie}` }),
    ...more,
  }
  const response = await fetch(started.larder.url + path, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  const type = response.headers.get('Content-Type')
  const reply = type?.startsWith('application/json') ? await response.json() : await response.text()
  return { status: response.status, headers: response.headers, reply }
}

const itemsOf = ({ database }: Larder, listId: string) =>
  database
    .prepare(
      'SELECT id, name, quantity_milli AS milli, completed FROM items WHERE list_id = ? AND deleted_at IS NULL ORDER BY position, id',
    )
    .all(listId) as { id: string; name: string; milli: number; completed: number }[]

const change = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe.each(['an account', 'a link'])('with %s', (by) => {
  function world() {
    const set = setUp()
    const { larder, ada, listId, milk } = set
    const link = addLink(larder, listId, 'editor')
    const isLink = by === 'a link'
    const paths = isLink
      ? {
          add: `${link}/add`,
          tick: `${link}/completed`,
          edit: `${link}/edit?itemID=${milk}`,
          delete: `${link}/delete?itemID=${milk}`,
          quickAdd: `${link}/quick-add?listID=${listId}`,
          restore: `${link}/restore?itemID=${milk}`,
        }
      : {
          add: `/single-list?listID=${listId}`,
          tick: '/completed',
          edit: `/edit-item/${milk}?listID=${listId}`,
          delete: `/delete-single-item/${listId}?itemID=${milk}`,
          quickAdd: `/quick-add?listID=${listId}`,
          restore: `/restore-item/${milk}`,
        }
    const send = (path: keyof typeof paths, form: Record<string, string>) =>
      post(paths[path], isLink ? { guest: 'Anna', ...form } : form, isLink ? undefined : ada)
    return { ...set, link, send, rows: () => itemsOf(larder, listId) }
  }

  const FORMS = {
    add: { name: 'Eggs' },
    tick: { completed: 'on' },
    edit: { name: 'Oat milk' },
    delete: {},
    quickAdd: { lines: '2 milk\nbread' },
  }

  test.each(Object.entries(FORMS))(
    '%s is done once, and a repeat is answered like the first time',
    async (path, form) => {
      const { send, milk, rows } = world()
      const sent = { ...form, id: path === 'add' || path === 'quickAdd' ? newId() : milk, op: newId() }
      const first = await send(path as keyof typeof FORMS, sent)
      expect(first).toMatchObject({ status: 200, reply: { ok: true, message: expect.any(String), change } })
      const after = rows()
      const again = await send(path as keyof typeof FORMS, sent)
      expect(again.status).toBe(200)
      expect(again.reply).toEqual(first.reply)
      expect(rows()).toEqual(after)
    },
  )

  test('an invalid field is a 400 with its code', async () => {
    const { send, milk } = world()
    const nameless = await send('add', { name: ' ', op: newId() })
    expect(nameless).toMatchObject({
      status: 400,
      reply: { ok: false, status: 400, code: 'item-name-required', fields: { name: expect.any(String) } },
    })
    const bad = { reply: { ok: false, status: 400, code: 'id-invalid' } }
    for (const [path, form] of Object.entries(FORMS)) {
      expect(await send(path as keyof typeof FORMS, { ...form, id: milk, op: 'x' }), path).toMatchObject(bad)
    }
  })

  test('an edit of what somebody else changed is a 409 with both versions', async () => {
    const { larder, ada, send, milk } = world()
    await post(`/edit-item/${milk}`, { name: 'Soy milk', quantity: '3', unit: 'l' }, ada)
    const seen = { seenName: 'Milk', seenQuantity: '1', seenUnit: '', seenPrice: '1.20', seenPriceFor: 'one' }
    const { status, reply } = await send('edit', { name: 'Oat milk', ...seen, op: newId() })
    const { updatedAt } = larder.database
      .prepare('SELECT updated_at AS updatedAt FROM items WHERE id = ?')
      .get(milk) as { updatedAt: number }
    expect(status).toBe(409)
    expect(reply).toEqual({
      ok: false,
      status: 409,
      code: 'item-changed',
      message:
        "Item edit failed! Someone changed this item while you were editing. It's now: 3 l Soy milk, $ 1.20. Submit again to overwrite it.",
      seen: updatedAt,
      theirs: { name: 'Soy milk', quantity: '3', unit: 'l', price: '1.20', priceFor: 'one', note: '' },
      currency: { symbol: '$', decimals: 2 },
    })
  })

  test('acting on what somebody deleted is a 410 that leads to restoring it', async () => {
    const { ben, listId, send, milk, rows } = world()
    await post(`/delete-single-item/${listId}?itemID=${milk}`, {}, ben)
    const who = by === 'a link' ? 'Somebody' : 'Ben'
    const gone = {
      ok: false,
      status: 410,
      code: 'item-deleted',
      message: `${who} deleted “Milk”.`,
      deleted: { itemID: milk, mayRestore: true },
    }
    const tick = await send('tick', { id: milk, completed: 'on', op: newId() })
    expect([tick.status, tick.reply]).toEqual([410, gone])
    const edit = await send('edit', { name: 'Oat milk', op: newId() })
    expect([edit.status, edit.reply]).toEqual([410, gone])
    expect(await send('delete', { op: newId() })).toMatchObject({ status: 200, reply: { ok: true } })
    const restored = await send('restore', {})
    expect(restored.reply).toEqual({ ok: true, message: 'Restored Milk.', change })
    expect((await send('restore', {})).reply).toEqual({ ok: true })
    expect(rows()).toMatchObject([{ id: milk, completed: 0 }])
  })

  test('a tick of an unknown item is a 404, and its deletion is done', async () => {
    const { send } = world()
    expect((await send('tick', { id: newId(), completed: 'on', op: newId() })).reply).toMatchObject({
      ok: false,
      status: 404,
      code: 'item-not-found',
    })
  })

  test('without an operation, failures of ticks and deletions are still ignored', async () => {
    const { send, milk } = world()
    await send('delete', {})
    expect((await send('delete', {})).reply).toEqual({ ok: true })
    expect((await send('tick', { id: milk, completed: 'on' })).reply).toEqual({ ok: true })
  })
})

const POSTS = ({ listId, milk }: ReturnType<typeof setUp>): [string, Record<string, string>][] => [
  [`/single-list?listID=${listId}`, { name: 'Eggs' }],
  [`/quick-add?listID=${listId}`, { lines: 'eggs' }],
  ['/completed', { id: milk, completed: 'on' }],
  [`/edit-item/${milk}`, { name: 'Eggs' }],
  [`/delete-single-item/${listId}?itemID=${milk}`, {}],
  [`/restore-item/${milk}`, {}],
]

test('without a session, every route is a 401', async () => {
  const world = setUp()
  for (const [path, form] of [...POSTS(world), ['/', { name: 'x' }], ['/settings', { intent: 'name' }]] as [
    string,
    Record<string, string>,
  ][]) {
    const { status, reply } = await post(path, { ...form, op: newId() })
    expect([status, reply], path).toEqual([
      401,
      { ok: false, status: 401, code: 'not-signed-in', message: 'Log in first.' },
    ])
  }
  const page = await post('/completed', {}, undefined, { Accept: 'text/html' })
  expect([page.status, page.headers.get('Location')]).toEqual([303, '/landing'])
})

test('without the right, every route is a 403', async () => {
  const world = setUp()
  const vera = addPerson(world.larder, 'Vera')
  addMember(world.larder, world.listId, vera, 'viewer')
  for (const [path, form] of POSTS(world)) {
    const { status, reply } = await post(path, { ...form, op: newId() }, vera)
    expect([status, reply], path).toMatchObject([403, { ok: false, status: 403, code: 'view-only' }])
  }
  expect(itemsOf(world.larder, world.listId)).toMatchObject([{ name: 'Milk', completed: 0 }])
})

test('a list that is gone is a 404 with a sentence', async () => {
  const world = setUp()
  await post(`/delete-list/${world.listId}`, {}, world.ada)
  for (const [path, form] of POSTS(world).slice(0, 4)) {
    const { status, reply } = await post(path, { ...form, op: newId() }, world.ben)
    expect([status, reply], path).toMatchObject([404, { ok: false, status: 404 }])
    expect(reply.message).toMatch(/doesn't exist|no longer on the list/)
  }
  const link = addLink(world.larder, world.listId, 'editor')
  const { status, reply } = await post(`${link}/add`, { name: 'Eggs' })
  expect([status, reply]).toMatchObject([404, { ok: false, code: 'link-gone' }])
})

test('another site is refused, with JSON too', async () => {
  const { ada, home, larder, listId } = setUp()
  const { status, reply } = await post(home, { name: 'Eggs' }, ada, { 'Sec-Fetch-Site': 'cross-site' })
  expect([status, reply]).toMatchObject([403, { ok: false, status: 403, code: 'cross-site-request' }])
  expect(itemsOf(larder, listId)).toHaveLength(1)
})

test('too many requests are a 429 that says when to try again', async () => {
  const { ada, home } = setUp()
  let last = await post(home, { name: '' }, ada)
  for (let n = 0; n < 2_000 && last.status !== 429; n += 50) {
    const some = await Promise.all(Array.from({ length: 50 }, () => post(home, { name: '' }, ada)))
    last = some.at(-1) ?? last
  }
  expect(last.reply).toMatchObject({ ok: false, status: 429, code: 'too-many-requests' })
  expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('a body that is too large, and a route that only shows something, are replies too', async () => {
  const { ada, home } = setUp()
  const large = await post(home, { name: 'x'.repeat(2_000_000) }, ada)
  expect(large.reply).toMatchObject({ ok: false, status: 413, code: 'body-too-large' })
  const shown = await post('/landing', {}, ada)
  expect(shown.reply).toMatchObject({ ok: false, status: 405, code: 'method-not-allowed' })
})

test('pages are pages for everybody else', async () => {
  const { ada, home } = setUp()
  const refused = await post(home, { name: '' }, ada, { Accept: 'text/html' })
  expect(refused.status).toBe(400)
  expect(refused.reply).toContain('<!DOCTYPE html>')
})

test('what somebody did is not done for another who signed in since, but waits for them', async () => {
  const { larder, ada, ben, listId, milk } = setUp()
  const form = { id: milk, listID: listId, completed: 'on', op: newId() }
  const as = (person: Person) => ({ 'X-Larder-Account': person.id })
  const wrong = await post('/completed', form, ben, as(ada))
  expect(wrong).toMatchObject({ status: 401, reply: { ok: false, code: 'not-signed-in' } })
  expect(itemsOf(larder, listId)).toMatchObject([{ completed: 0 }])
  expect(await post('/completed', form, ada, as(ada))).toMatchObject({ status: 200, reply: { ok: true } })
  expect(itemsOf(larder, listId)).toMatchObject([{ completed: 1 }])
})

test('an operation is taken back by its id, before it comes and after', async () => {
  const { larder, ada, listId, milk } = setUp()
  for (const isFirst of [true, false]) {
    const op = newId()
    const tick = () => post('/completed', { id: milk, listID: listId, completed: 'on', op }, ada)
    const undo = () => post(`/undo/${op}`, { operation: '1', listID: listId, op: newId() }, ada)
    for (const act of isFirst ? [undo, tick] : [tick, undo]) {
      expect(await act()).toMatchObject({ status: 200, reply: { ok: true } })
    }
    expect(itemsOf(larder, listId)).toMatchObject([{ completed: 0 }])
  }
})

test('an undo that can undo nothing is no success', async () => {
  const { ada, ben, listId, milk } = setUp()
  const edit = (quantity: string, person: Person) =>
    post(`/edit-item/${milk}`, { listID: listId, name: 'Milk', quantity }, person)
  const { reply } = await edit('2', ada)
  await edit('3', ben)
  const undone = await post(`/undo/${reply.change}`, { id: newId() }, ada)
  expect(undone).toMatchObject({
    status: 200,
    reply: { ok: true, kind: 'error', message: 'Nothing was undone: Milk was changed since.' },
  })
})
