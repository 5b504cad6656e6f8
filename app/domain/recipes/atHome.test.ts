import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { daysIn } from '#app/domain/goods/days.ts'
import { store } from '#app/domain/goods/goods.ts'
import { historyOf } from '#app/domain/history/recentChanges.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { addItem, editItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import { DAY } from '#app/domain/time.ts'
import { formOp } from '#app/domain/write.ts'
import type { Ingredient } from '#app/ports/ai/ai.ts'
import type { Services } from '#app/services.ts'
import { foundIngredients } from '#tests/support/foundIngredients.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { removeAtHome, thingsAtHome } from './atHome.ts'
import { generateIngredients } from './ingredients.ts'

const thing = (name: string, keeps = false): Ingredient => ({
  name,
  quantityMilli: 1000,
  priceCents: 100,
  ...(keeps && { keeps }),
})

const STEW = [thing('Salt', true), thing('Beef'), thing('Olive oil (500 ml bottle)', true), thing('Onions')]

async function setUp(items = STEW) {
  const services = await testServices()
  services.ai = { model: 'a test', isLimited: false, ingredientsFor: async () => foundIngredients(items) }
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Groceries' })
  const ask = async () => {
    const question = { listId: list.id, recipe: 'Stew', signal: new AbortController().signal }
    const answer = await generateIngredients(services, ada, question)
    if (!answer.found || !answer.change) throw new Error('nothing was added')
    return { ...answer, change: answer.change }
  }
  return { services, ada, list, ask }
}

const names = async (services: Services, user: User, listId: string) =>
  (await itemsOf(services, user, listId)).map(({ name }) => name)

const atHomeNow = async (services: Services, change: string) =>
  ((await thingsAtHome(services.db, [change])).get(change) ?? []).map(({ name }) => name)

test('what kitchens usually have is added like everything else, and told', async () => {
  const { services, ada, list, ask } = await setUp()
  const { atHome, added, change } = await ask()
  expect(added).toBe(4)
  const rows = await itemsOf(services, ada, list.id)
  expect(rows.filter(({ id }) => atHome.includes(id)).map(({ name }) => name)).toEqual([
    'Salt',
    'Olive oil (500 ml bottle)',
  ])
  expect(await atHomeNow(services, change)).toEqual(['Salt', 'Olive oil (500 ml bottle)'])
})

test('what the list bought within its usual gap is told, in any unit and pack; what is due is not', async () => {
  const { services, list, ask } = await setUp([
    thing('Rice (1 kg bag)'),
    thing('Onions (net)'),
    thing('Milk (1 l carton)'),
    thing('Cream'),
  ])
  const daysAgo = (days: number) => daysIn('UTC')(Date.now() - days * DAY)
  const bought = (name: string, unit: '' | 'kg', lastOn: string, gapDays: number | null) => ({
    nameKey: thingKey(name),
    unit,
    before: null,
    after: { name, note: '', quantityMilli: 1000, times: 3, lastOn, gapDays },
  })
  await services.write((tx) =>
    store(tx, list.id, [
      bought('rice', 'kg', daysAgo(20), 30),
      bought('Onion', '', daysAgo(6), 7),
      bought('Milk', '', daysAgo(8), 7),
      bought('Cream', '', daysAgo(1), null),
    ]),
  )
  const { atHome, items } = await ask()
  expect(items.added.filter(({ id }) => atHome.includes(id)).map(({ name }) => name)).toEqual([
    'Rice (1 kg bag)',
    'Onions (net)',
  ])
})

test('what was on the list already only got more of it: it is not told', async () => {
  const { services, ada, list, ask } = await setUp()
  await addItem(services, ada, { listId: list.id, ...AddItem.parse({ name: 'salt' }) })
  const { atHome, raised, items } = await ask()
  expect(raised).toBe(1)
  expect(items.added.filter(({ id }) => atHome.includes(id)).map(({ name }) => name)).toEqual([
    'Olive oil (500 ml bottle)',
  ])
})

test('all of it or one thing is removed, which has an undo of its own', async () => {
  const { services, ada, list, ask } = await setUp()
  const { change } = await ask()
  const [salt] = await itemsOf(services, ada, list.id)
  const first = await removeAtHome(services, ada, change, { itemId: salt?.id })
  expect(first).toMatchObject({ listId: list.id, removed: [{ name: 'Salt' }], rest: [{ name: 'Olive oil' }] })
  expect(await names(services, ada, list.id)).toEqual(['Beef', 'Olive oil (500 ml bottle)', 'Onions'])
  const rest = await removeAtHome(services, ada, change)
  expect(rest).toMatchObject({ removed: [{ name: 'Olive oil' }], rest: [] })
  expect(await names(services, ada, list.id)).toEqual(['Beef', 'Onions'])
  expect(await removeAtHome(services, ada, change)).toMatchObject({ removed: [], rest: [], change: null })
  await undoChange(services, ada, rest.change ?? '')
  expect(await names(services, ada, list.id)).toEqual(['Beef', 'Olive oil (500 ml bottle)', 'Onions'])
  expect(await atHomeNow(services, change)).toEqual(['Olive oil (500 ml bottle)'])
})

test('nothing else is removed: not what the question only raised, nor an item of another change', async () => {
  const { services, ada, list, ask } = await setUp()
  const beef = await addItem(services, ada, { listId: list.id, ...AddItem.parse({ name: 'Beef' }) })
  const { change } = await ask()
  for (const itemId of [beef.id, newId()])
    expect(await removeAtHome(services, ada, change, { itemId })).toMatchObject({ removed: [], change: null })
  expect(await names(services, ada, list.id)).toHaveLength(4)
})

test('what somebody ticked, changed or deleted since stays as it is', async () => {
  const { services, ada, list, ask } = await setUp([
    thing('Salt', true),
    thing('Oil', true),
    thing('Flour', true),
    thing('Sugar', true),
  ])
  const { change } = await ask()
  const [salt, oil] = await itemsOf(services, ada, list.id)
  await setCompleted(services, ada, { id: salt?.id ?? '', completed: true })
  await editItem(services, ada, oil?.id, { name: 'Oil', quantity: 2000, note: 'the good one' })
  expect(await atHomeNow(services, change)).toEqual(['Flour', 'Sugar'])
  await removeAtHome(services, ada, change)
  expect(await names(services, ada, list.id)).toEqual(['Oil', 'Salt'])
})

test('a double click removes once and says it twice', async () => {
  const { services, ada, ask } = await setUp()
  const { change } = await ask()
  const op = formOp(services, ada, newId(), 'at-home', [change])
  const first = await removeAtHome(services, ada, change, {}, op)
  expect(await removeAtHome(services, ada, change, {}, op)).toEqual(first)
})

test('to a stranger, a change looks like one that is not there', async () => {
  const { services, ada, list, ask } = await setUp()
  const { change } = await ask()
  const eve = await addUser(services, 'Eve')
  for (const [user, id] of [
    [eve, change],
    [ada, newId()],
  ] as const)
    await expect(removeAtHome(services, user, id)).rejects.toMatchObject({ code: 'change-not-found' })
  expect(await names(services, ada, list.id)).toHaveLength(4)
})

test('undoing the question takes back the rest, without a word about what was removed', async () => {
  const { services, ada, list, ask } = await setUp()
  const { change } = await ask()
  await removeAtHome(services, ada, change)
  const undone = await undoChange(services, ada, change)
  expect(undone).toMatchObject({ kept: [] })
  expect(await names(services, ada, list.id)).toEqual([])
  const [last] = (await historyOf(services, ada, list.id)).changes
  expect(last).toMatchObject({ kind: 'ai', verb: 'deleted', count: 2 })
})
