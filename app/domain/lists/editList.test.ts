import { describe, expect, test, vi } from 'vitest'
import { historyOf } from '#app/domain/history/recentChanges.ts'
import { restoreItem } from '#app/domain/history/trash.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { AddItem, EditItem } from '#app/domain/inputs.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, editItem, itemsOf } from '#app/domain/items/items.ts'
import { MAX_PRICE_CENTS } from '#app/domain/limitsAndLifetimes.ts'
import { findMemories } from '#app/domain/memory/memories.ts'
import { quickAdd } from '#app/domain/quickAdd/quickAdd.ts'
import { generateIngredients } from '#app/domain/recipes/ingredients.ts'
import { addMember } from '#app/domain/sharing/people.ts'
import { copyName } from '#app/words/copyName.ts'
import { sentenceOf } from '#app/words/history.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { duplicateList } from './duplicateList.ts'
import { editList } from './editList.ts'
import { addList } from './lists.ts'
import { listsOf } from './ownLists.ts'

async function setUp(currency = 'USD') {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market', currency })
  const add = (name: string, fields: object = {}, listId = list.id) =>
    addItem(services, ada, { listId, ...AddItem.parse({ name, ...fields }) })
  const edit = (id: string, fields: object) => editItem(services, ada, id, EditItem.parse(fields))
  const pay = (currency: string) => editList(services, ada, list.id, { currency })
  const undo = (change: string | null) => undoChange(services, ada, change ?? undefined)
  const prices = async () => (await itemsOf(services, ada, list.id)).map(({ priceCents }) => priceCents)
  const history = async () => {
    const { changes } = await historyOf(services, ada, list.id)
    return changes.map((change) => sentenceOf(ENGLISH, change, ada.id))
  }
  const currencyNow = async () => (await listsOf(services, ada)).find(({ id }) => id === list.id)?.currency
  return { services, ada, list, add, edit, pay, undo, prices, history, currencyNow }
}

describe('a new currency', () => {
  test('keeps the numbers, and is undone and redone', async () => {
    const { add, pay, undo, prices, history, currencyNow } = await setUp()
    await add('Milk', { price: '1.29' })
    const { change, rounded } = await pay('EUR')
    expect([await currencyNow(), await prices(), rounded]).toEqual(['EUR', [129], 0])
    expect((await history())[0]).toBe('You changed the currency to EUR')
    const undone = await undo(change)
    expect([await currencyNow(), await prices()]).toEqual(['USD', [129]])
    await undo(undone.change)
    expect([await currencyNow(), await prices()]).toEqual(['EUR', [129]])
    expect((await pay('EUR')).change).toBeNull()
  })

  test('without decimals rounds, and an undo brings the exact prices back', async () => {
    const { services, ada, add, edit, pay, undo, prices, currencyNow } = await setUp()
    await add('Milk', { price: '1.29' })
    await add('Tea', { price: '3' })
    const jam = await add('Jam', { price: '2.50' })
    const ham = await add('Ham', { price: '4.20' })
    await deleteItem(services, ada, ham.id)
    const { change, rounded } = await pay('JPY')
    expect([await prices(), rounded]).toEqual([[1, 3, 3], 2])
    await edit(jam.id, { name: 'Jam', price: '350' })
    await add('Rice', { price: '500' })
    const undone = await undo(change)
    expect(undone).toMatchObject({ of: 4, restored: 3, kept: ['Jam'] })
    expect([await currencyNow(), await prices()]).toEqual(['USD', [129, 300, 35_000, 50_000]])
    await restoreItem(services, ada, ham.id)
    expect((await prices()).toSorted((a, b) => a - b)).toEqual([129, 300, 420, 35_000, 50_000])
  })

  test('without decimals holds the exact prices, even if it was an undo itself', async () => {
    const { add, pay, undo, prices } = await setUp('JPY')
    const { change } = await pay('USD')
    await add('Milk', { price: '1.29' })
    const undone = await undo(change)
    expect(await prices()).toEqual([1])
    await undo(undone.change)
    expect(await prices()).toEqual([129])
  })

  test('with decimals does not mind what is deleted', async () => {
    const { services, ada, add, pay, prices } = await setUp('PYG')
    const oven = await add('Oven', { price: '3.500.000' })
    await deleteItem(services, ada, oven.id)
    await pay('USD')
    await restoreItem(services, ada, oven.id)
    expect(await prices()).toEqual([MAX_PRICE_CENTS])
  })

  test('does not make what others changed look untouched', async () => {
    const { add, edit, pay, undo, prices } = await setUp()
    const milk = await add('Milk', { price: '5' })
    const { change } = await edit(milk.id, { name: 'Milk', price: '1.49' })
    await edit(milk.id, { name: 'Milk', price: '1.20' })
    await pay('JPY')
    expect((await undo(change)).restored).toBe(0)
    expect(await prices()).toEqual([1])
  })

  test('is not undone once there is another one', async () => {
    const { pay, undo, currencyNow } = await setUp()
    const { change } = await pay('JPY')
    await pay('EUR')
    expect((await undo(change)).restored).toBe(0)
    expect(await currencyNow()).toBe('EUR')
  })

  test('with decimals is refused if a price would be too high, and so is the undo', async () => {
    const { add, pay, undo, prices, currencyNow } = await setUp('PYG')
    const { change } = await pay('JPY')
    const back = await pay('USD')
    await undo(back.change)
    await add('Oven', { price: '3.500.000' })
    await expect(pay('USD')).rejects.toMatchObject({ code: 'prices-too-high', status: 409 })
    expect([await currencyNow(), await prices()]).toEqual(['JPY', [3_500_000]])
    await undo(change)
    expect(await currencyNow()).toBe('PYG')
  })

  test('leaves earlier changes undoable, and their amounts readable', async () => {
    const { add, edit, pay, undo, prices, history } = await setUp()
    const milk = await add('Milk', { price: '2' })
    const { change } = await edit(milk.id, { name: 'Milk', price: '5' })
    await pay('JPY')
    await edit(milk.id, { name: 'Oat milk' })
    await undo(change)
    expect(await prices()).toEqual([2])
    expect(await history()).toEqual([
      'You edited Oat milk: ¥ 5 → ¥ 2',
      'You edited Oat milk: was “Milk”',
      'You changed the currency to JPY',
      'You edited Oat milk: $ 2.00 → $ 5.00',
      'You added Oat milk',
      'You created the list',
    ])
  })

  test('does not bring a price back that it could not have', async () => {
    const { add, edit, pay, undo, prices, history } = await setUp('JPY')
    const oven = await add('Oven', { price: '3500000' })
    const { change } = await edit(oven.id, { name: 'Stove', price: '5' })
    await pay('USD')
    expect((await undo(change)).restored).toBe(0)
    expect(await prices()).toEqual([500])
    expect((await history())[0]).toBe('You edited Oven: was “Stove”')
  })

  test('is the choice of the owner alone', async () => {
    const { services, ada, list } = await setUp()
    const ben = await addUser(services, 'Ben')
    const member = { userId: ben.id, role: 'editor', addedBy: ada.id } as const
    await services.write((tx) => addMember(tx, list.id, member))
    const tried = editList(services, ben, list.id, { currency: 'EUR' })
    await expect(tried).rejects.toMatchObject({ code: 'owner-only' })
  })
})

test.each([
  ['USD', '48.35', 4_835],
  ['USD', '48.350', 'price-invalid'],
  ['USD', '2000000', 'price-invalid'],
  ['PYG', '48.350', 48_350],
  ['PYG', '48,350', 48_350],
  ['PYG', '1.234.567', 1_234_567],
  ['PYG', '48350', 48_350],
  ['PYG', 100_000_000, 100_000_000],
  ['PYG', '3.00', 3],
  ['PYG', '3.5', 'price-not-whole'],
  ['PYG', 0.5, 'price-not-whole'],
] as const)('on a list in %s, %j is %s', async (currency, price, expected) => {
  const { add, edit, prices } = await setUp(currency)
  const { id } = await add('Tea')
  if (typeof expected === 'string') {
    await expect(add('Milk', { price })).rejects.toMatchObject({ code: expected, status: 400 })
    await expect(edit(id, { name: 'Tea', price })).rejects.toMatchObject({ code: expected })
    expect(await prices()).toEqual([0])
    return
  }
  await add('Milk', { price })
  await edit(id, { name: 'Tea', price })
  expect(await prices()).toEqual([expected, expected])
})

test('a dialog from before the list lost its decimals can be sent, if its price was not touched', async () => {
  const { add, edit, pay, prices } = await setUp()
  const milk = await add('Milk', { price: '1.29' })
  await pay('JPY')
  const seen = { seenName: 'Milk', seenQuantity: '1', seenPrice: '1.29', seenPriceFor: 'one' }
  const sent = { quantity: '2', price: '1.29', priceFor: 'one', ...seen }
  expect(await edit(milk.id, { name: 'Oat milk', ...sent })).toMatchObject({
    name: 'Oat milk',
    priceCents: 1,
  })
  const changed = edit(milk.id, { name: 'Oat milk', ...sent, price: '1.39' })
  await expect(changed).rejects.toMatchObject({ code: 'price-not-whole' })
  expect(await prices()).toEqual([1])
})

describe('a remembered price', () => {
  test('fills items of its own currency only', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { services, ada, add } = await setUp('EUR')
    await add('Milk', { price: '1.29' })
    const dollars = await addList(services, ada, { name: 'Holidays', currency: 'USD' })
    const other = await addList(services, ada, { name: 'Party', currency: 'EUR' })
    const priceOn = async (listId: string) =>
      (await quickAdd(services, ada, { listId, lines: 'milk' })).added[0]?.priceCents
    expect([await priceOn(dollars.id), await priceOn(other.id)]).toEqual([0, 129])
    vi.advanceTimersByTime(1)
    await quickAdd(services, ada, { listId: dollars.id, lines: 'milk 2.49' })
    const { shown } = await findMemories(services, ada, '', 10)
    expect(shown).toMatchObject([{ priceCents: 249, currency: 'USD' }])
  })
})

test('quick adds read prices as the list has them', async () => {
  const { services, ada, list, prices } = await setUp('PYG')
  const { added } = await quickAdd(services, ada, {
    listId: list.id,
    lines: 'yerba 48.350\n2 kg carne a 65000\nqueso ₲ 30.000\nmilk 3.50',
  })
  expect(added.map(({ name, quantityMilli }) => [name, quantityMilli])).toEqual([
    ['yerba', 1000],
    ['carne', 2000],
    ['queso', 1000],
    ['milk 3.50', 1000],
  ])
  expect(await prices()).toEqual([48_350, 65_000, 30_000, 0])
})

test.each([
  ['EUR', true],
  ['PYG', false],
])('the cookbook estimates in dollars: on a list in %s, that is used: %s', async (currency, isUsed) => {
  const { services, ada, list, prices } = await setUp(currency)
  const signal = new AbortController().signal
  await generateIngredients(services, ada, { recipe: 'Pancakes', listId: list.id, signal })
  expect((await prices()).some((price) => price > 0)).toBe(isUsed)
})

test('a copy of a list has its currency', async () => {
  const { services, ada, list, add } = await setUp('JPY')
  await add('Rice', { price: '500' })
  const copy = await duplicateList(services, ada, copyName(ENGLISH), list.id, {})
  expect(copy.currency).toBe('JPY')
  expect(await itemsOf(services, ada, copy.id)).toMatchObject([{ priceCents: 500 }])
})
