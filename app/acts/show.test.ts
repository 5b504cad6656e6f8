import { describe, expect, test, vi } from 'vitest'
import { idInSeries } from '#app/domain/ids.ts'
import { EMPTY_ITEM, eachField, type ItemValues } from '#app/domain/items/itemFields.ts'
import { NO_PLACE, type Place } from './act.ts'
import { type Act, mayWait, pendingAct, showsRows, withPending } from './acts.ts'
import { addForm } from './add.ts'
import { clearDoneForm, deleteAllForm, untickAllForm } from './allItems.ts'
import { answeredForm } from './answeredActs.ts'
import { addListForm, type Card, deleteListForm, withPendingCards } from './cards.ts'
import { editForm } from './edit.ts'
import { finishForm } from './finish.ts'
import { duplicateListForm, renameListForm } from './lists.ts'
import { loadLineParser, quickAddForm } from './quickAdd.ts'
import { removeForm } from './remove.ts'
import { restoreForm } from './restore.ts'
import type { Row } from './row.ts'
import { tickForm } from './tick.ts'
import { undoChangeForm, undoForm } from './undo.ts'

await loadLineParser()

const LIST = 'list'

const row = (id: string, more: Partial<Row> = {}): Row => ({
  ...EMPTY_ITEM,
  id,
  name: id,
  priceCents: 100,
  priceGuessed: false,
  priceRemembered: false,
  completed: false,
  completedAt: 0,
  updatedAt: 1,
  ...more,
})

const PLACE: Place = { account: 'ada', listID: LIST }
const tick = (id: string, completed = true, at = 5) =>
  pendingAct(tickForm(PLACE, { id, name: id }, completed, at), false)
const values = eachField<ItemValues>(() => '')

const ids = (rows: Row[]) => rows.map((one) => one.id)

test('without pending changes, the rows are returned as they are', () => {
  const rows = [row('a')]
  expect(withPending(rows, [])).toBe(rows)
})

test("a tick moves its row down and keeps the other rows' objects", () => {
  const rows = [row('a'), row('b')]
  const shown = withPending(rows, [tick('a')])
  expect(shown.map(({ id, completed }) => [id, completed])).toEqual([
    ['b', false],
    ['a', true],
  ])
  expect(shown[0]).toBe(rows[1])
})

test.each([
  ['c', true, ['a', 'e', 'b', 'c', 'd']],
  ['b', false, ['a', 'b', 'c', 'e', 'd']],
])('%s, ticked or unticked, stands where the server will have it', (id, completed, expected) => {
  const done = { completed: true }
  const rows = [row('a'), row('c'), row('e'), row('b', done), row('d', done)]
  expect(ids(withPending(rows, [tick(id, completed)]))).toEqual(expected)
})

test('a tick older than the state on the server is not shown', () => {
  const rows = [row('a', { completed: false, completedAt: 9 })]
  expect(withPending(rows, [tick('a')])[0]?.completed).toBe(false)
})

test('of two ticks, the later one is shown, in whatever order they are', () => {
  const shown = withPending([row('a')], [tick('a', false, 6), tick('a', true, 5)])
  expect(shown[0]?.completed).toBe(false)
})

test('a new item comes last of the open ones until the loader returns it', () => {
  const rows = [row('a'), row('z', { completed: true })]
  const typed = { ...values, name: ' Milk ', quantity: '2,5', price: 'x' }
  const sent = pendingAct(addForm(PLACE, 'n', typed, 5), false)
  expect(withPending(rows, [sent])[1]).toMatchObject({
    id: 'n',
    name: 'Milk',
    quantityMilli: 2500,
    priceCents: 0,
    pending: true,
  })
  expect(ids(withPending([row('a'), row('n'), row('z')], [sent]))).toEqual(['a', 'n', 'z'])
})

test('a deleted row disappears', () => {
  const rows = [row('a'), row('b')]
  expect(ids(withPending(rows, [pendingAct(removeForm(PLACE, { id: 'a', name: 'a' }), false)]))).toEqual([
    'b',
  ])
})

test.each<[(place: Place) => Act, string, [string, boolean][]]>([
  [deleteAllForm, '/delete-items/list', []],
  [clearDoneForm, '/clear-done/list', [['a', false]]],
  [
    untickAllForm,
    '/untick-all/list',
    [
      ['a', false],
      ['b', false],
    ],
  ],
])('%o posts to %s and changes all rows', (form, path, expected) => {
  const rows = [row('a'), row('b', { completed: true })]
  const act = form(PLACE)
  expect(act.path).toBe(path)
  const shown = withPending(rows, [pendingAct(act, false)])
  expect(shown.map(({ id, completed }) => [id, completed])).toEqual(expected)
})

test('a finished trip takes the rows along that its form named and that are ticked', () => {
  const typed = { paid: '', boughtOn: '2026-11-29' }
  const shown = (named: string[]) => {
    const rows = [row('a'), row('b', { completed: true }), row('c', { completed: true })]
    return ids(withPending(rows, [pendingAct(finishForm(PLACE, named, typed), false)]))
  }
  expect(shown(['a', 'b'])).toEqual(['a', 'c'])
  // Too many to name: all that are ticked.
  expect(shown(Array.from({ length: 1_501 }, (_, n) => String(n)))).toEqual(['a'])
})

describe('on the lists page', () => {
  const card = (id: string): Card => ({
    id,
    name: id,
    sum: '1 item',
    created: 'Nov 1',
    hasReceipt: false,
    ownerName: undefined,
    sharedWith: undefined,
    isShared: false,
    items: 1,
    done: 0,
  })
  const at = (listID: string): Place => ({ account: 'ada', listID })
  const cards = [card('a'), card('b')]
  const names = (...acts: Act[]) => withPendingCards(cards, acts).map(({ name }) => name)

  test('a new list comes first, once, and is marked until the server has it', () => {
    const added = addListForm('ada', 'n', ' Market ')
    expect(withPendingCards(cards, [added])[0]).toMatchObject({ id: 'n', name: 'Market', pending: true })
    expect(names(added, addListForm('ada', 'a', 'again'))).toEqual(['Market', 'a', 'b'])
  })

  test('a list is renamed at once, but not to nothing', () => {
    expect(names(renameListForm(at('b'), ' Bakery ', 'lists'))).toEqual(['a', 'Bakery'])
    expect(names(renameListForm(at('b'), '  ', 'lists'))).toEqual(['a', 'b'])
  })

  test('a deleted list is gone, and a copy comes with the answer', () => {
    expect(names(deleteListForm(at('a')))).toEqual(['b'])
    expect(names(duplicateListForm(at('a'), 'n', 'lists'))).toEqual(['a', 'b'])
  })

  test('acts on items change no card, and those on lists no row', () => {
    expect(names(deleteAllForm(at('a')))).toEqual(['a', 'b'])
    const rows = [row('a')]
    expect(withPending(rows, [pendingAct(deleteListForm(PLACE), false)])).toBe(rows)
    expect(showsRows(deleteListForm(PLACE))).toBe(false)
    expect(showsRows(deleteAllForm(PLACE))).toBe(true)
  })

  test('forms lead back to the page they are on', () => {
    const paths = [
      renameListForm(PLACE, 'x', 'list'),
      renameListForm(PLACE, 'x', 'lists'),
      duplicateListForm(PLACE, 'n', 'list'),
      duplicateListForm(PLACE, 'n', 'lists'),
      deleteListForm(PLACE),
      addListForm('ada', 'n', 'x'),
    ].map(({ path }) => path)
    expect(paths).toEqual([
      '/rename-list/list',
      '/rename-list/list?userID=ada',
      '/duplicate-list/list',
      '/duplicate-list/list?userID=ada',
      '/delete-list/list?userID=ada',
      '/?userID=ada',
    ])
  })
})

test('what concerns one item, and lines, can wait without a connection; what concerns more, and lists, can not', () => {
  const values = { name: 'a', quantity: '1', unit: '', price: '0', priceFor: 'one', note: '' }
  const waiting = [
    tickForm(PLACE, row('a'), true, 5),
    addForm(PLACE, 'a', values, 5),
    editForm(PLACE, 'a', values, SEEN),
    removeForm(PLACE, row('a')),
    restoreForm(PLACE, 'a', 'a'),
    quickAddForm(PLACE, OPERATION, 'tea', 5),
    undoForm(PLACE, OPERATION),
    finishForm(PLACE, ['a'], { paid: '', boughtOn: '2026-11-29' }),
  ]
  const sentNow = [
    deleteAllForm(PLACE),
    clearDoneForm(PLACE),
    untickAllForm(PLACE),
    addListForm('ada', 'n', 'x'),
    renameListForm(PLACE, 'x', 'list'),
    deleteListForm(PLACE),
    duplicateListForm(PLACE, 'n', 'list'),
    undoChangeForm(PLACE, 'change', {}),
    answeredForm(PLACE, 'purgeItem', '/purge/a'),
  ]
  expect(waiting.filter((act) => !mayWait(act))).toEqual([])
  expect(sentNow.filter(mayWait)).toEqual([])
})

test.each<[string, Place, object]>([
  ["a list's page", PLACE, { path: '/undo/c', fields: { from: 'list', id: 'i' } }],
  ['a page of no list', NO_PLACE, { path: '/undo/c', fields: { id: 'i' } }],
  [
    'a link',
    { ...PLACE, account: '/s/key', guest: 'Anna' },
    { path: '/s/key/undo', fields: { guest: 'Anna', change: 'c', id: 'i' } },
  ],
])('a change is undone on %s', (_, place, form) => {
  expect(undoChangeForm(place, 'c', { id: 'i' })).toMatchObject(form)
})

test('an edit shows what somebody changed, and leaves the rest', () => {
  const old = { ...values, name: 'a', quantity: '1', price: '1' }
  const typed = { ...old, name: 'B', quantity: '3' }
  const edit = pendingAct(editForm(PLACE, 'a', typed, { values: old, updatedAt: 1 }), false)
  expect(withPending([row('a', { priceCents: 250 })], [edit])[0]).toMatchObject({
    name: 'B',
    quantityMilli: 3000,
    priceCents: 250,
  })
})

test('on a shared list, an untick removes only the name of the person who ticked', () => {
  const ticked = withPending([row('a', { added: 'Ben' })], [tick('a', true, 5)])
  expect(ticked).toMatchObject([{ added: 'Ben', completed: true }])
  const done = row('a', { completed: true, ticked: 'Ben' })
  expect(withPending([done], [tick('a', false, 9)])[0]?.ticked).toBeUndefined()
})

const OPERATION = '01890000-0000-7000-8000-000000000000'
const quick = (lines: string) => pendingAct(quickAddForm(PLACE, OPERATION, lines, 5), false)

test('quick adds are shown as the server will read and merge them, with its ids', () => {
  const rows = [row('a', { name: 'Milk' }), row('b', { name: 'Jam', completed: true })]
  const shown = withPending(rows, [quick('Shop:\n2 kg potatoes 3.50\nmilk x2\n[x] tea\njam x3\neggs')])
  expect(shown).toMatchObject([
    { id: 'a', quantityMilli: 3000, pending: true },
    { id: 'b', quantityMilli: 3000, completed: false, pending: true },
    { id: idInSeries(OPERATION, 0), name: 'potatoes', unit: 'kg', priceCents: 350, priceFor: 'all' },
    { id: idInSeries(OPERATION, 3), name: 'eggs', quantityMilli: 1000, priceCents: 0, pending: true },
  ])
  for (const one of shown) expect(one).not.toHaveProperty('addedMilli')
  expect(withPending(rows, [quick('milk')])[0]).toBe(rows[0])
})

test('before the code that reads lines has loaded, they are shown as they were typed', async () => {
  vi.resetModules()
  const unread = await import('./acts.ts')
  const typed = unread.pendingAct(quickAddForm(PLACE, OPERATION, '2 kg potatoes\n\neggs', 5), false)
  expect(unread.withPending([], [typed])).toMatchObject([
    { id: idInSeries(OPERATION, 0), name: '2 kg potatoes', quantityMilli: 1000, pending: true },
    { id: idInSeries(OPERATION, 1), name: 'eggs' },
  ])
})

test('prices are shown in the currency of the list', () => {
  const inYen = { ...PLACE, currency: { symbol: '¥', decimals: 0 } as const }
  const sent = pendingAct(quickAddForm(inYen, OPERATION, 'rice 1.500', 5), false)
  const added = pendingAct(addForm(inYen, 'n', { ...values, name: 'Tea', price: '350' }, 5), false)
  expect(withPending([], [sent, added])).toMatchObject([{ priceCents: 1500 }, { priceCents: 350 }])
})

test('quick adds that the loader has returned are not applied again', () => {
  const before = [row('a', { name: 'Milk' })]
  const text = 'milk x2\neggs'
  const stored = withPending(before, [quick(text)])
  expect(stored.map(({ quantityMilli }) => quantityMilli)).toEqual([3000, 1000])
  expect(withPending(stored, [quick(text)])).toEqual(stored)
  // Nothing new, but the row has changed since.
  const changed = [row('a', { name: 'Milk', quantityMilli: 3000, updatedAt: 6 })]
  expect(withPending(changed, [quick('milk x2')])).toEqual(changed)
})

test('a row that waits is marked, and no other', () => {
  const late = pendingAct(tickForm(PLACE, { id: 'a', name: 'a' }, true, 5), true)
  expect(withPending([row('a'), row('b')], [late]).map(({ waiting }) => waiting)).toEqual([undefined, true])
})

const SEEN = { values: { ...values, name: 'a' }, updatedAt: 1 }

test.each<[string, Act, Partial<Row>, Partial<Row>[]]>([
  ['a tick', tickForm(PLACE, row('a'), true, 5), { completed: true }, [{ id: 'a', completed: false }]],
  ['an untick', tickForm(PLACE, row('a'), false, 5), {}, [{ id: 'a', completed: true }]],
  ['an addition', addForm(PLACE, 'a', { ...values, name: 'a' }, 5), {}, []],
  ['lines', quickAddForm(PLACE, OPERATION, 'tea', 5), { id: idInSeries(OPERATION, 0) }, []],
  [
    'an edit',
    editForm(PLACE, 'a', { ...values, name: 'New' }, SEEN),
    { name: 'New' },
    [{ id: 'a', name: 'a' }],
  ],
  ['a deletion', removeForm(PLACE, row('b')), {}, [{ id: 'a' }]],
])('%s that is taken back is shown undone, if the server has it already', (_, undoes, done, expected) => {
  const undo = pendingAct({ ...undoForm(PLACE, 'op'), undoes }, false)
  expect(withPending([row('a', done)], [undo])).toMatchObject(expected)
})

test('by aisle, what comes back from the basket is in its aisle, and what is new comes last', () => {
  const rows = [
    row('a2', { aisle: 1 }),
    row('a4', { aisle: 1 }),
    row('a1', { aisle: 2 }),
    row('a3', { aisle: 1, completed: true }),
  ]
  const added = addForm(PLACE, 'a5', { ...values, name: 'New' }, 1)
  const shown = withPending(rows, [tick('a3', false), pendingAct(added, false)])
  expect(shown.map(({ id }) => id)).toEqual(['a2', 'a3', 'a4', 'a1', 'a5'])
})
