import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { addPerson, type Larder, type Person, startLarder } from '../support/larder.ts'
import { addItems, addList } from '../support/rows.ts'

// Where plain forms lead: their own list, or away from everything else.

let larder: Larder
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ larder, stop } = await startLarder({ LOG_LEVEL: 'error' }))
})
afterAll(() => stop())

const rows = () =>
  ['users', 'lists', 'items'].map((table) => larder.database.prepare(`SELECT * FROM ${table}`).all())

interface Options {
  as?: Person
  form?: Record<string, string>
}

async function send(path: string, { as, form }: Options = {}) {
  const response = await fetch(larder.url + path, {
    redirect: 'manual',
    headers: as ? { Cookie: `session=${as.cookie}` } : {},
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return { status: response.status, location: response.headers.get('Location') }
}

function twoPeople() {
  const [ada, eve] = [addPerson(larder, 'Ada'), addPerson(larder, 'Eve')]
  const listId = addList(larder, ada, 'Groceries')
  const [itemId = ''] = addItems(larder, listId, [{ name: 'Milk' }, { name: 'Bread', completed: true }])
  return { ada, eve, ids: { listId, itemId, userId: ada.id, strangerId: eve.id } }
}

type Ids = ReturnType<typeof twoPeople>['ids']

interface Form {
  path(ids: Ids): string
  fields?: (ids: Ids) => Record<string, string>
  /** By default the list. */
  strangerLandsOn?: (ids: Ids) => string
  ownerLandsOn?: (ids: Ids) => string
}

const COPY = newId()
const list = ({ listId }: { listId: string }) => `/single-list?listID=${listId}`

const FORMS: Record<string, Form> = {
  tick: {
    path: () => '/completed',
    fields: ({ listId, itemId }) => ({ completed: 'on', id: itemId, listID: listId }),
  },
  edit: {
    path: ({ itemId, listId }) => `/edit-item/${itemId}?listID=${listId}`,
    fields: () => ({ name: 'Changed', quantity: '1', price: '1' }),
    strangerLandsOn: (ids) => `${list(ids)}&dialog=add`,
  },
  'add item': { path: list, fields: () => ({ name: 'Added' }), strangerLandsOn: () => '/landing' },
  'delete item': { path: ({ listId, itemId }) => `/delete-single-item/${listId}?itemID=${itemId}` },
  'delete all': { path: ({ listId }) => `/delete-items/${listId}` },
  'untick all': { path: ({ listId }) => `/untick-all/${listId}` },
  'rename list': { path: ({ listId }) => `/rename-list/${listId}`, fields: () => ({ name: 'Renamed' }) },
  'duplicate list': {
    path: ({ listId }) => `/duplicate-list/${listId}`,
    fields: () => ({ id: COPY }),
    ownerLandsOn: () => list({ listId: COPY }),
  },
  'delete list': {
    path: ({ listId, userId }) => `/delete-list/${listId}?userID=${userId}`,
    strangerLandsOn: ({ strangerId }) => `/?userID=${strangerId}`,
    ownerLandsOn: ({ userId }) => `/?userID=${userId}`,
  },
}

// ASVS 8.3.1
test.each(Object.entries(FORMS))(
  '%s: signed out, another user, an unknown id, the owner',
  async (name, form) => {
    const { strangerLandsOn = list, ownerLandsOn = list } = form
    const { ada, eve, ids } = twoPeople()
    const unknown = { ...ids, listId: newId(), itemId: newId() }
    const post = async (as: Person | undefined, target = ids) => {
      const { status, location } = await send(form.path(target), { as, form: form.fields?.(target) ?? {} })
      expect(status).toBe(303)
      return location
    }
    const before = rows()
    expect(await post(undefined)).toBe('/landing')
    expect(await post(eve)).toBe(strangerLandsOn(ids))
    expect(await post(eve, unknown)).toBe(strangerLandsOn(unknown))
    const missing = name === 'delete list' ? ownerLandsOn : strangerLandsOn
    expect(await post(ada, unknown)).toBe(missing(unknown))
    expect(rows()).toEqual(before)
    expect(await post(ada)).toBe(ownerLandsOn(ids))
    expect(rows()).not.toEqual(before)
  },
)

// ASVS 8.2.1
test('both list pages redirect to the landing page when signed out, for another user and for an unknown id', async () => {
  const { ada, eve, ids } = twoPeople()
  for (const path of [`/?userID=${ada.id}`, list(ids)]) {
    expect(await send(path)).toMatchObject({ location: '/landing' })
    expect(await send(path, { as: eve })).toMatchObject({ location: '/landing' })
    expect(await send(path, { as: ada })).toEqual({ status: 200, location: null })
  }
  expect(await send(list({ listId: newId() }), { as: ada })).toMatchObject({ location: '/landing' })
  expect(await send('/single-list', { as: ada })).toMatchObject({ location: '/' })
})

// ASVS 3.5.3
test('a GET of an action-only route changes nothing and redirects to its page', async () => {
  const { ada, ids } = twoPeople()
  const { listId, itemId } = ids
  const before = rows()
  const pages = {
    [`/delete-list/${listId}?userID=${ada.id}`]: `/?userID=${ada.id}`,
    [`/delete-items/${listId}`]: list(ids),
    [`/delete-single-item/${listId}?itemID=${itemId}`]: list(ids),
    [`/edit-item/${itemId}?listID=${listId}`]: list(ids),
    [`/back/${ada.id}`]: `/?userID=${ada.id}`,
    '/completed': '/',
  }
  for (const [path, location] of Object.entries(pages)) {
    expect(await send(path, { as: ada }), path).toMatchObject({ location })
  }
  expect(rows()).toEqual(before)
})

test.each([
  ['link', 'list_links', 'sharing'],
  ['invite', 'invites', 'sharing'],
  ['invite', 'invites', 'household'],
])('sending the same form twice creates one %s', async (intent, table, screen) => {
  const { ada, ids } = twoPeople()
  const form = { intent, id: newId(), role: 'editor' }
  const page = `/${screen}?${screen === 'sharing' ? `listID=${ids.listId}&` : ''}`
  const answers = await Promise.all([1, 2].map(() => send(page, { as: ada, form })))
  const made = larder.database.prepare(`SELECT id FROM ${table} WHERE list_id = ?`).pluck().all(ids.listId)
  expect(made).toHaveLength(1)
  expect(answers).toEqual(Array(2).fill({ status: 303, location: `${page}show=${made[0]}` }))
})
