import { createHash } from 'node:crypto'
import { newId } from '#app/domain/ids.ts'
import { addPerson, expect, type Larder, type Person, test } from './larder.ts'

// Every door of lists and items × who knocks. No browser: what the server answers and keeps.

function fingerprint({ database }: Larder): string {
  const rows = ['users', 'lists', 'items'].map((table) =>
    database.prepare(`SELECT * FROM ${table} ORDER BY id`).all(),
  )
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

function filledList({ database }: Larder, owner: Person) {
  const now = Date.now()
  const listId = newId()
  const itemId = newId()
  database
    .prepare('INSERT INTO lists (id, name, created_by, created_at) VALUES (?, ?, ?, ?)')
    .run(listId, 'Hers', owner.id, now)
  database
    .prepare(
      'INSERT INTO items (id, list_id, name, quantity_milli, price_cents, position, created_at, updated_at) VALUES (?, ?, ?, 1000, 100, 1, ?, ?)',
    )
    .run(itemId, listId, 'Milk', now, now)
  return { listId, itemId }
}

interface Door {
  name: string
  path(ids: { listId: string; itemId: string; userId: string }): string
  form?: (ids: { listId: string; itemId: string }) => Record<string, string>
  /** Where it leads: signed out, a stranger, the owner. */
  out: string
  stranger(ids: { listId: string; strangerId: string }): string
  owner(ids: { listId: string; userId: string }): string
}

const list = ({ listId }: { listId: string }) => `/single-list?listID=${listId}`

const DOORS: Door[] = [
  {
    name: 'tick',
    path: () => '/completed',
    form: ({ listId, itemId }) => ({ completed: 'on', id: itemId, listID: listId }),
    out: '/landing',
    stranger: list,
    owner: list,
  },
  {
    name: 'edit',
    path: ({ itemId, listId }) => `/edit-item/${itemId}?listID=${listId}`,
    form: () => ({ name: 'Changed', quantity: '1', price: '1' }),
    out: '/landing',
    stranger: (ids) => `${list(ids)}&dialog=add`,
    owner: list,
  },
  {
    name: 'add item',
    path: list,
    form: () => ({ name: 'Added' }),
    out: '/landing',
    stranger: () => '/landing',
    owner: list,
  },
  {
    name: 'delete item',
    path: ({ listId, itemId }) => `/delete-single-item/${listId}?itemID=${itemId}`,
    out: '/landing',
    stranger: list,
    owner: list,
  },
  {
    name: 'delete all',
    path: ({ listId }) => `/delete-items/${listId}`,
    out: '/landing',
    stranger: list,
    owner: list,
  },
  {
    name: 'delete list',
    path: ({ listId, userId }) => `/delete-list/${listId}?userID=${userId}`,
    out: '/landing',
    stranger: ({ strangerId }) => `/?userID=${strangerId}`,
    owner: ({ userId }) => `/?userID=${userId}`,
  },
]

for (const door of DOORS) {
  test(`${door.name}: signed out, a stranger, an unknown id, the owner`, async ({
    larder,
    request,
    scripted,
  }) => {
    test.skip(!scripted, 'no browser takes part')
    const owner = addPerson(larder, 'Ada')
    const stranger = addPerson(larder, 'Eve')
    const { listId, itemId } = filledList(larder, owner)
    const ids = { listId, itemId, userId: owner.id, strangerId: stranger.id }
    const knock = async (who: Person | undefined, at = ids) => {
      const response = await request.post(`${larder.url}${door.path(at)}`, {
        form: door.form?.(at) ?? {},
        maxRedirects: 0,
        headers: who ? { Cookie: `session=${who.cookie}` } : {},
      })
      expect(response.status()).toBe(303)
      return response.headers().location
    }
    const before = fingerprint(larder)
    expect(await knock(undefined)).toBe(door.out)
    expect(await knock(stranger)).toBe(door.stranger(ids))
    const unknown = { ...ids, listId: newId(), itemId: newId() }
    expect(await knock(stranger, unknown)).toBe(door.stranger(unknown))
    expect(await knock(owner, unknown)).toBe(
      door.name === 'delete list' ? door.owner(unknown) : door.stranger(unknown),
    )
    expect(fingerprint(larder)).toBe(before)
    expect(await knock(owner)).toBe(door.owner(ids))
    expect(fingerprint(larder)).not.toBe(before)
  })
}

test('the pages themselves: signed out, a stranger and an unknown id land on the landing page', async ({
  larder,
  request,
  scripted,
}) => {
  test.skip(!scripted, 'no browser takes part')
  const owner = addPerson(larder, 'Ada')
  const stranger = addPerson(larder, 'Eve')
  const { listId } = filledList(larder, owner)
  const look = async (path: string, who?: Person) => {
    const response = await request.get(`${larder.url}${path}`, {
      maxRedirects: 0,
      headers: who ? { Cookie: `session=${who.cookie}` } : {},
    })
    return response.headers().location ?? response.status()
  }
  for (const path of [`/?userID=${owner.id}`, `/single-list?listID=${listId}`]) {
    expect(await look(path)).toBe('/landing')
    expect(await look(path, stranger)).toBe('/landing')
    expect(await look(path, owner)).toBe(200)
  }
  expect(await look(`/single-list?listID=${newId()}`, owner)).toBe('/landing')
  expect(await look('/single-list', owner)).toBe('/')
})

test('a GET of an action-only address changes nothing and leads to its page', async ({
  larder,
  request,
  scripted,
}) => {
  test.skip(!scripted, 'no browser takes part')
  const owner = addPerson(larder, 'Ada')
  const { listId, itemId } = filledList(larder, owner)
  const before = fingerprint(larder)
  const cases = [
    [`/delete-list/${listId}?userID=${owner.id}`, `/?userID=${owner.id}`],
    [`/delete-items/${listId}`, `/single-list?listID=${listId}`],
    [`/delete-single-item/${listId}?itemID=${itemId}`, `/single-list?listID=${listId}`],
    [`/edit-item/${itemId}?listID=${listId}`, `/single-list?listID=${listId}`],
    [`/back/${owner.id}`, `/?userID=${owner.id}`],
    ['/completed', '/'],
  ] as const
  for (const [path, target] of cases) {
    const response = await request.get(`${larder.url}${path}`, {
      maxRedirects: 0,
      headers: { Cookie: `session=${owner.cookie}` },
    })
    expect([path, response.headers().location]).toEqual([path, target])
  }
  expect(fingerprint(larder)).toBe(before)
})
