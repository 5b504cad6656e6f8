import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { collide } from '#app/acts/acts.ts'
import type { OldEntry } from './schema.ts'
import type * as Store from './store.ts'

// Changes that were stored before acts had a kind.

let store: typeof Store

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  store = await import('./store.ts')
})

const old = (path: string, fields: Record<string, string>, more: Partial<OldEntry> = {}): OldEntry => ({
  ...{ account: path.startsWith('/s/') ? '/s/key' : 'ada', listID: 'list', name: 'Milk' },
  ...{ op: 'op', at: 5, state: 'waiting', path, fields },
  ...more,
})

async function readBack(entry: OldEntry) {
  await store.transact('readwrite', ['outbox'], (tx) => tx.objectStore('outbox').put(entry))
  const [read] = await store.readEntries()
  if (!read) throw new Error('lost')
  return read
}

const tick = { id: 'milk', listID: 'list', completed: 'on', at: '5' }
const values = { name: 'Milk', quantity: '2', unit: '', price: '1', priceFor: 'one' }
const seen = { seenName: 'Milk', seenQuantity: '1', seenUnit: '', seenPrice: '1', seenPriceFor: 'one' }
const edit = { ...values, ...seen, seen: '4' }
const add = { ...values, id: 'milk', at: '5' }
const lines = { id: 'op', at: '5', lines: '2 Milk' }
const guest = { guest: 'Anna' }

test.each<[string, Record<string, string>, string, string | undefined]>([
  ['/completed', tick, 'tick', 'milk'],
  ['/s/key/completed', { ...tick, ...guest }, 'tick', 'milk'],
  ['/single-list?listID=list', add, 'add', 'milk'],
  ['/s/key/add', { ...add, ...guest }, 'add', 'milk'],
  ['/edit-item/milk?listID=list', edit, 'edit', 'milk'],
  ['/s/key/edit?itemID=milk', { ...edit, ...guest }, 'edit', 'milk'],
  ['/delete-single-item/list?itemID=milk', {}, 'remove', 'milk'],
  ['/s/key/delete?itemID=milk', guest, 'remove', 'milk'],
  ['/quick-add?listID=list', lines, 'quickAdd', undefined],
  ['/s/key/quick-add', { ...lines, ...guest }, 'quickAdd', undefined],
  ['/restore-item/milk', { listID: 'list' }, 'restore', 'milk'],
  ['/s/key/restore', { ...guest, itemID: 'milk' }, 'restore', 'milk'],
  ['/undo/op', { operation: '1', listID: 'list' }, 'undo', undefined],
  ['/s/key/undo', { ...guest, operation: '1', change: 'op' }, 'undo', undefined],
])('%s with %o gets its kind, and is sent as it was', async (path, fields, kind, item) => {
  const entry = old(path, fields, { state: 'sending' })
  const read = await readBack(entry)
  expect(read).toEqual({ ...entry, seq: 1, kind, ...(item && { item }) })
})

test('what it takes back is known, too', async () => {
  const undoes = { path: '/completed', fields: tick }
  const read = await readBack(old('/undo/op', { operation: '1', listID: 'list' }, { undoes }))
  expect(read.undoes).toMatchObject({ kind: 'tick', item: 'milk', fields: tick })
})

test('a refusal stays with it, through a change of its state', async () => {
  const answer = {
    status: 409,
    message: 'Changed.',
    theirs: { ...values, unit: '', priceFor: 'one' } as const,
  }
  const read = await readBack(old('/completed', tick, { state: 'refused', answer }))
  expect(read).toMatchObject({ kind: 'tick', state: 'refused', answer })
  await store.updateEntry(read.seq, { state: 'sending' })
  expect(await store.readEntries()).toMatchObject([{ kind: 'tick', state: 'sending', fields: tick }])
})

test('its order to new ones is kept', async () => {
  const read = await readBack(old('/edit-item/milk?listID=list', edit))
  const { seq: _, ...next } = read
  await store.putEntry({ ...next, op: 'next' })
  const [first, second] = await store.readEntries()
  expect(first && second && collide(first, second)).toBe(true)
})
