import { expect, test } from 'vitest'
import { idInSeries } from '#app/domain/ids.ts'
import { type PendingRequest, type Row, withPending } from './pending.ts'

const LIST = 'list'

const row = (id: string, more: Partial<Row> = {}): Row => ({
  id,
  name: id,
  quantityMilli: 1000,
  unit: '',
  priceCents: 100,
  priceFor: 'one',
  priceGuessed: false,
  priceRemembered: false,
  completed: false,
  completedAt: 0,
  updatedAt: 1,
  ...more,
})

function form(action: string, fields: Record<string, string>, data?: unknown): PendingRequest {
  const formData = new FormData()
  for (const [name, value] of Object.entries(fields)) formData.set(name, value)
  return { formAction: action, formData, data }
}

const ids = (rows: Row[]) => rows.map((one) => one.id)

test('without pending requests, the rows are returned as they are', () => {
  const rows = [row('a')]
  expect(withPending(rows, LIST, [{}])).toBe(rows)
})

test("a tick moves its row down and keeps the other rows' objects", () => {
  const rows = [row('a'), row('b')]
  const shown = withPending(rows, LIST, [
    form('/completed', { id: 'a', listID: LIST, completed: 'on', at: '5' }),
  ])
  expect(shown.map(({ id, completed }) => [id, completed])).toEqual([
    ['b', false],
    ['a', true],
  ])
  expect(shown[0]).toBe(rows[1])
})

test.each([
  ['c', 'on', ['a', 'e', 'b', 'c', 'd']],
  ['b', 'false', ['a', 'b', 'c', 'e', 'd']],
])('%s, ticked or unticked, stands where the server will have it', (id, completed, expected) => {
  const done = { completed: true }
  const rows = [row('a'), row('c'), row('e'), row('b', done), row('d', done)]
  const sent = form('/completed', { id, listID: LIST, completed, at: '5' })
  expect(ids(withPending(rows, LIST, [sent]))).toEqual(expected)
})

test('a tick older than the state on the server is not shown', () => {
  const rows = [row('a', { completed: false, completedAt: 9 })]
  const old = form('/completed', { id: 'a', listID: LIST, completed: 'on', at: '5' })
  expect(withPending(rows, LIST, [old])[0]?.completed).toBe(false)
})

test('a new item comes last of the open ones until the loader returns it', () => {
  const rows = [row('a'), row('z', { completed: true })]
  const sent = form(`/single-list?listID=${LIST}`, { id: 'n', name: ' Milk ', quantity: '2,5', price: 'x' })
  expect(withPending(rows, LIST, [sent])[1]).toMatchObject({
    id: 'n',
    name: 'Milk',
    quantityMilli: 2500,
    priceCents: 0,
    pending: true,
  })
  expect(ids(withPending([row('a'), row('n'), row('z')], LIST, [sent]))).toEqual(['a', 'n', 'z'])
})

test('deleted rows disappear, one or all of them', () => {
  const rows = [row('a'), row('b')]
  expect(ids(withPending(rows, LIST, [form(`/delete-single-item/${LIST}?itemID=a`, {})]))).toEqual(['b'])
  expect(withPending(rows, LIST, [form(`/delete-items/${LIST}`, {})])).toEqual([])
  expect(ids(withPending(rows, LIST, [form('/delete-items/other', {})]))).toEqual(['a', 'b'])
})

test('an edit shows its new values, and the old ones again if it fails', () => {
  const rows = [row('a')]
  const edit = (data?: unknown) =>
    form('/edit-item/a?listID=list', { name: 'B', quantity: '3', price: '1.5' }, data)
  expect(withPending(rows, LIST, [edit()])[0]).toMatchObject({
    name: 'B',
    quantityMilli: 3000,
    priceCents: 150,
  })
  expect(withPending(rows, LIST, [edit({ ok: false })])).toBe(rows)
})

test("a link's page shows its own requests like a member's", () => {
  const rows = [row('a'), row('b')]
  const shown = withPending(rows, LIST, [
    form('/s/token/completed', { id: 'a', listID: LIST, completed: 'on', at: '5' }),
    form('/s/token/add', { id: 'n', name: 'Milk' }),
    form('/s/token/edit?itemID=b', { name: 'Butter' }),
  ])
  expect(shown.map(({ name, completed }) => [name, completed])).toEqual([
    ['Butter', false],
    ['Milk', false],
    ['a', true],
  ])
  expect(ids(withPending(rows, LIST, [form('/s/token/delete?itemID=a', {})]))).toEqual(['b'])
})

test('on a shared list, what is pending is signed, and an untick takes the name away', () => {
  const sent = form('/completed', { id: 'a', listID: LIST, completed: 'on', at: '5' })
  const added = form(`/single-list?listID=${LIST}`, { id: 'n', name: 'Milk' })
  const shown = withPending([row('a', { added: 'Ben' })], LIST, [sent, added], 'Ada')
  expect(shown).toMatchObject([{ added: 'Ada' }, { added: 'Ben', ticked: 'Ada' }])
  const unticked = form('/completed', { id: 'a', listID: LIST, completed: 'false', at: '9' })
  const done = row('a', { completed: true, ticked: 'Ben' })
  expect(withPending([done], LIST, [unticked], 'Ada')[0]?.ticked).toBeUndefined()
})

const OPERATION = '01890000-0000-7000-8000-000000000000'
const quick = (lines: string, data?: unknown) =>
  form(`/quick-add?listID=${LIST}`, { id: OPERATION, at: '5', lines }, data)

test('quick adds are shown as the server will read and merge them, with its ids', () => {
  const rows = [row('a', { name: 'Milk' }), row('b', { name: 'Jam', completed: true })]
  const shown = withPending(rows, LIST, [quick('Shop:\n2 kg potatoes 3.50\nmilk x2\n[x] tea\njam x3\neggs')])
  expect(shown).toMatchObject([
    { id: 'a', quantityMilli: 3000, pending: true },
    { id: 'b', quantityMilli: 3000, completed: false, pending: true },
    { id: idInSeries(OPERATION, 0), name: 'potatoes', unit: 'kg', priceCents: 350, priceFor: 'all' },
    { id: idInSeries(OPERATION, 3), name: 'eggs', quantityMilli: 1000, priceCents: 0, pending: true },
  ])
  for (const one of shown) expect(one).not.toHaveProperty('addedMilli')
  expect(withPending(rows, 'other', [quick('tea')])).toBe(rows)
  expect(withPending(rows, LIST, [quick('tea', { ok: false })])).toBe(rows)
  expect(withPending(rows, LIST, [quick('milk')])[0]).toBe(rows[0])
})

test("a link's page shows quick adds, too, signed", () => {
  const sent = form('/s/token/quick-add', { id: OPERATION, at: '5', lines: 'tea' })
  expect(withPending([row('a')], LIST, [sent], 'Anna')[1]).toMatchObject({ name: 'tea', added: 'Anna' })
})

test('quick adds that the loader has returned are not applied again', () => {
  const before = [row('a', { name: 'Milk' })]
  const text = 'milk x2\neggs'
  const stored = withPending(before, LIST, [quick(text)])
  expect(stored.map(({ quantityMilli }) => quantityMilli)).toEqual([3000, 1000])
  expect(withPending(stored, LIST, [quick(text)])).toEqual(stored)
  // Nothing new, but the row has changed since.
  const changed = [row('a', { name: 'Milk', quantityMilli: 3000, updatedAt: 6 })]
  expect(withPending(changed, LIST, [quick('milk x2')])).toEqual(changed)
})

const seen = { seenName: 'a', seenQuantity: '1', seenUnit: '', seenPrice: '1', seenPriceFor: 'one' }

test('a row that waits is marked, and no other', () => {
  const late = { ...form('/completed', { id: 'a', listID: LIST, completed: 'on', at: '5' }), isLate: true }
  expect(withPending([row('a'), row('b')], LIST, [late]).map(({ waiting }) => waiting)).toEqual([
    undefined,
    true,
  ])
})

test.each<[string, string, Record<string, string>, Partial<Row>[]]>([
  ['a tick', '/completed', { id: 'a', completed: 'on' }, [{ id: 'a', completed: false }]],
  ['an untick', '/completed', { id: 'a', completed: 'false' }, [{ id: 'a', completed: true }]],
  ['an addition', '/single-list?listID=list', { id: 'a', name: 'a' }, []],
  ['an edit', '/edit-item/a?listID=list', { ...seen, name: 'New' }, [{ id: 'a', name: 'a' }]],
])('%s that is taken back is shown undone, if the server has it already', (what, path, fields, expected) => {
  const done = row('a', what === 'an edit' ? { name: 'New' } : { completed: what === 'a tick' })
  const undo = { ...form(path, fields), isUndo: true }
  expect(withPending([done], LIST, [undo])).toMatchObject(expected)
})
