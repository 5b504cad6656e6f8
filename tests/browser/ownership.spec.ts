import { createHash } from 'node:crypto'
import { newId } from '#app/domain/ids.ts'
import { addPerson, expect, fullUnless, type Larder, type Person, test } from './fixtures.ts'

// Every action on lists and items, for each kind of user. No browser: only responses and the database.

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
    .run(listId, 'Groceries', owner.id, now)
  database
    .prepare(
      'INSERT INTO items (id, list_id, name, quantity_milli, price_cents, position, created_at, updated_at) VALUES (?, ?, ?, 1000, 100, 1, ?, ?)',
    )
    .run(itemId, listId, 'Milk', now, now)
  database
    .prepare(
      'INSERT INTO items (id, list_id, name, quantity_milli, price_cents, completed, position, created_at, updated_at) VALUES (?, ?, ?, 1000, 100, 1, 2, ?, ?)',
    )
    .run(newId(), listId, 'Bread', now, now)
  return { listId, itemId }
}

interface Action {
  name: string
  path(ids: { listId: string; itemId: string; userId: string }): string
  form?: (ids: { listId: string; itemId: string }) => Record<string, string>
  /** The redirect for a signed-out user, another user and the owner. */
  signedOut: string
  stranger(ids: { listId: string; strangerId: string }): string
  owner(ids: { listId: string; userId: string }): string
}

const COPY = newId()

const list = ({ listId }: { listId: string }) => `/single-list?listID=${listId}`

const ACTIONS: Action[] = [
  {
    name: 'tick',
    path: () => '/completed',
    form: ({ listId, itemId }) => ({ completed: 'on', id: itemId, listID: listId }),
    signedOut: '/landing',
    stranger: list,
    owner: list,
  },
  {
    name: 'edit',
    path: ({ itemId, listId }) => `/edit-item/${itemId}?listID=${listId}`,
    form: () => ({ name: 'Changed', quantity: '1', price: '1' }),
    signedOut: '/landing',
    stranger: (ids) => `${list(ids)}&dialog=add`,
    owner: list,
  },
  {
    name: 'add item',
    path: list,
    form: () => ({ name: 'Added' }),
    signedOut: '/landing',
    stranger: () => '/landing',
    owner: list,
  },
  {
    name: 'delete item',
    path: ({ listId, itemId }) => `/delete-single-item/${listId}?itemID=${itemId}`,
    signedOut: '/landing',
    stranger: list,
    owner: list,
  },
  {
    name: 'delete all',
    path: ({ listId }) => `/delete-items/${listId}`,
    signedOut: '/landing',
    stranger: list,
    owner: list,
  },
  {
    name: 'untick all',
    path: ({ listId }) => `/untick-all/${listId}`,
    signedOut: '/landing',
    stranger: list,
    owner: list,
  },
  {
    name: 'rename list',
    path: ({ listId }) => `/rename-list/${listId}`,
    form: () => ({ name: 'Renamed' }),
    signedOut: '/landing',
    stranger: list,
    owner: list,
  },
  {
    name: 'duplicate list',
    path: ({ listId }) => `/duplicate-list/${listId}`,
    form: () => ({ id: COPY }),
    signedOut: '/landing',
    stranger: list,
    owner: () => list({ listId: COPY }),
  },
  {
    name: 'delete list',
    path: ({ listId, userId }) => `/delete-list/${listId}?userID=${userId}`,
    signedOut: '/landing',
    stranger: ({ strangerId }) => `/?userID=${strangerId}`,
    owner: ({ userId }) => `/?userID=${userId}`,
  },
]

for (const action of ACTIONS) {
  // ASVS 8.3.1
  test(`${action.name}: signed out, another user, an unknown id, the owner`, {
    tag: fullUnless(action.name, 'tick', 'delete list'),
  }, async ({ larder, request, scripted }) => {
    test.skip(!scripted, 'needs no browser')
    const owner = addPerson(larder, 'Ada')
    const stranger = addPerson(larder, 'Eve')
    const { listId, itemId } = filledList(larder, owner)
    const ids = { listId, itemId, userId: owner.id, strangerId: stranger.id }
    const post = async (as: Person | undefined, target = ids) => {
      const response = await request.post(`${larder.url}${action.path(target)}`, {
        form: action.form?.(target) ?? {},
        maxRedirects: 0,
        headers: as ? { Cookie: `session=${as.cookie}` } : {},
      })
      expect(response.status()).toBe(303)
      return response.headers().location
    }
    const before = fingerprint(larder)
    expect(await post(undefined)).toBe(action.signedOut)
    expect(await post(stranger)).toBe(action.stranger(ids))
    const unknown = { ...ids, listId: newId(), itemId: newId() }
    expect(await post(stranger, unknown)).toBe(action.stranger(unknown))
    expect(await post(owner, unknown)).toBe(
      action.name === 'delete list' ? action.owner(unknown) : action.stranger(unknown),
    )
    expect(fingerprint(larder)).toBe(before)
    expect(await post(owner)).toBe(action.owner(ids))
    expect(fingerprint(larder)).not.toBe(before)
  })
}

// ASVS 8.2.1
test('both list pages redirect to the landing page when signed out, for another user and for an unknown id', {
  tag: '@full',
}, async ({ larder, request, scripted }) => {
  test.skip(!scripted, 'needs no browser')
  const owner = addPerson(larder, 'Ada')
  const stranger = addPerson(larder, 'Eve')
  const { listId } = filledList(larder, owner)
  const get = async (path: string, as?: Person) => {
    const response = await request.get(`${larder.url}${path}`, {
      maxRedirects: 0,
      headers: as ? { Cookie: `session=${as.cookie}` } : {},
    })
    return response.headers().location ?? response.status()
  }
  for (const path of [`/?userID=${owner.id}`, `/single-list?listID=${listId}`]) {
    expect(await get(path)).toBe('/landing')
    expect(await get(path, stranger)).toBe('/landing')
    expect(await get(path, owner)).toBe(200)
  }
  expect(await get(`/single-list?listID=${newId()}`, owner)).toBe('/landing')
  expect(await get('/single-list', owner)).toBe('/')
})

test('who opens a list that is gone learns why the landing page is there', { tag: '@once' }, async ({
  page,
  person: _signedIn,
}) => {
  await page.goto(`/single-list?listID=${newId()}`)
  await expect(page).toHaveURL('/landing')
  await expect(page.getByText("This list doesn't exist, or you're not on it.").first()).toBeVisible()
})

// ASVS 3.5.3
test('a GET of an action-only route changes nothing and redirects to its page', { tag: '@full' }, async ({
  larder,
  request,
  scripted,
}) => {
  test.skip(!scripted, 'needs no browser')
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
