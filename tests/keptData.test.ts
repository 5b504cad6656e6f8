import { expect, test } from 'vitest'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { addItem, setCompleted } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { acceptInvite, createInvite } from '#app/domain/sharing/invites.ts'
import { createLink } from '#app/domain/sharing/links.ts'
import { FORMAT } from '#app/offline/keptPages.ts'
import * as listsPage from '#app/routes/lists/route.tsx'
import * as guestPage from '#app/routes/s.$token/route.tsx'
import * as listPage from '#app/routes/single-list/route.tsx'
import { loadPage } from './support/loadPage.ts'
import { addUser, CALLER, testServices } from './support/services.ts'

// Phones keep the data of pages and show it with the scripts of a later version.

type Shape = string | { [name: string]: Shape } | Shape[]

function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0])] : []
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  const known = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(known.map(([name, one]) => [name, shapeOf(one)]))
}

/** Of the row below, those without their default. */
const ITEM = {
  id: ['string'],
  name: ['string'],
  priceCents: ['number'],
  completed: ['boolean'],
  completedAt: ['number'],
  updatedAt: ['number'],
}

/** If the data has to change: raise the format, so that what was kept before is not shown. */
// Missing in older data, and then dollars.
const currency = { symbol: 'string', decimals: 'number' }

const KEPT = {
  format: 3,
  lists: {
    user: { id: 'string', name: 'string' },
    nextId: 'string',
    asks: [],
    offers: [],
    moreQuestions: 'number',
    hasDeleted: 'boolean',
    search: 'string',
    // Missing in older data.
    current: { id: 'string', names: [], more: 'number' },
    lists: [
      {
        // Missing in older data: their cloth is empty then.
        items: 'number',
        done: 'number',
        id: 'string',
        name: 'string',
        created: 'string',
        sum: 'string',
        hasReceipt: 'boolean',
        isShared: 'boolean',
        // Missing in older data.
        sharedWith: 'string',
      },
    ],
  },
  list: {
    list: {
      id: 'string',
      name: 'string',
      createdBy: 'string',
      revision: 'number',
      role: 'string',
      currency,
    },
    items: { ...ITEM, added: ['string'], ticked: ['string'] },
    often: [],
    // The last two are missing in older data. By aisle, there are names of aisles, and each row has its place.
    news: { readers: [], unseen: [], deleted: [], changed: [] },
    userId: 'string',
    // The counts are missing in older data, too.
    others: [{ id: 'string', name: 'string', sum: 'string', items: 'number', done: 'number' }],
    recipeSource: 'string',
    now: 'number',
    nextId: 'string',
  },
  link: {
    token: 'string',
    guest: 'string',
    list: { id: 'string', name: 'string', revision: 'number', role: 'string', currency },
    items: ITEM,
    now: 'number',
    nextId: 'string',
  },
}

test('the data of kept pages only changes with their format', async () => {
  const services = await testServices()
  const [ada, ben] = [await addUser(services, 'Ada'), await addUser(services, 'Ben')]
  const list = await addList(services, ada, { name: 'Market' })
  const { token: invite } = await createInvite(services, ada, list.id, { role: 'editor' }, { caller: CALLER })
  await acceptInvite(services, ben, invite, CALLER)
  const milk = { name: 'Milk', quantity: 1000, price: '1', completed: false }
  const { id } = await addItem(services, ben, { ...milk, listId: list.id })
  await setCompleted(services, ben, { id, completed: true })
  const input = { role: 'editor' as const, expires: undefined, label: '' }
  const { token = '' } = await createLink(services, ada, list.id, input, { caller: CALLER })
  const cookie = await services.write((tx) => startSession(tx, ada.id))
  const shape = async (...args: [string, { loader: unknown }, string, Record<string, string>?]) => {
    const [as, page, path, params] = args
    const [, data] = await loadPage(services, as, page, path, params)
    const { items, ...others } = data as { items?: string }
    return { ...(shapeOf(others) as object), ...(items && { items: shapeOf(JSON.parse(items)) }) }
  }
  expect({
    format: FORMAT,
    lists: await shape(cookie, listsPage, `/?userID=${ada.id}`),
    list: await shape(cookie, listPage, `/single-list?listID=${list.id}`),
    link: await shape('', guestPage, `/s/${token}`, { token }),
  }).toEqual(KEPT)
})
