import { expect, test } from 'vitest'
import { listFor, type User } from '#app/domain/access/access.ts'
import { DomainError, FAILURES, type PlainCode } from '#app/domain/errors.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem, AskAi } from '#app/domain/inputs.ts'
import { addItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import { MAX_ITEMS_PER_LIST, MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import { addList, deleteList } from '#app/domain/lists/lists.ts'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { formOp } from '#app/domain/write.ts'
import { type Ai, AiFailure, type IngredientsResult } from '#app/ports/ai/ai.ts'
import type { Services } from '#app/services.ts'
import { textOf } from '#app/words/errorText.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { items as itemsTable } from '#db/schema.ts'
import { foundIngredients } from '#tests/support/foundIngredients.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { generateIngredients, isInCookbook } from './ingredients.ts'

const PANCAKES = foundIngredients([
  { name: 'Flour, 1 kg', quantityMilli: 1000, priceCents: 120 },
  { name: 'Milk, 1 l', quantityMilli: 1000, priceCents: 130 },
  { name: 'Eggs', quantityMilli: 3000, priceCents: 35 },
])

async function setUp(result: IngredientsResult | (() => Promise<IngredientsResult>) = PANCAKES) {
  const questions: string[] = []
  const ai: Ai = {
    model: 'a test',
    isLimited: true,
    async ingredientsFor(recipe) {
      questions.push(recipe)
      return typeof result === 'function' ? result() : result
    },
  }
  const services = { ...(await testServices()), ai }
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Saturday market' })
  const events: ListEvent[] = []
  services.events.onEvent((event) => events.push(event))
  return { services, ada, list, events, questions }
}

const ask = (
  services: Services,
  user: User,
  listId: string,
  { id, signal = new AbortController().signal }: { id?: string; signal?: AbortSignal } = {},
) => {
  const op = formOp(services, user, id, 'recipe', [listId, 'Pancakes'])
  return generateIngredients(services, user, { listId, recipe: 'Pancakes', signal }, op)
}

const rows = async (services: Services, user: User, listId: string) =>
  (await itemsOf(services, user, listId)).map(({ name, quantityMilli, priceCents }) => [
    name,
    quantityMilli,
    priceCents,
  ])

const add = (services: Services, user: User, listId: string, fields: Record<string, unknown>) =>
  addItem(services, user, { listId, ...AddItem.parse(fields) })

test('all ingredients are added in order, as one change that is published after the commit', async () => {
  const { services, ada, list, events } = await setUp()
  const stored: Promise<unknown[]>[] = []
  services.events.onEvent(() => stored.push(services.db.select().from(itemsTable).all()))
  expect(await ask(services, ada, list.id)).toMatchObject({ found: true, added: 3, raised: 0 })
  expect(await stored[0]).toHaveLength(3)
  expect(await rows(services, ada, list.id)).toEqual([
    ['Flour, 1 kg', 1000, 120],
    ['Milk, 1 l', 1000, 130],
    ['Eggs', 3000, 35],
  ])
  expect(events).toEqual([{ type: 'aiItemsGenerated', listID: list.id, revision: 1 }])
})

test('ingredients sold by weight or in a container get that unit, and add to items that have it', async () => {
  const { services, ada, list } = await setUp(
    foundIngredients([
      { name: 'Minced beef (kg)', quantityMilli: 750, priceCents: 1100 },
      { name: 'Potatoes, kg', quantityMilli: 1500, priceCents: 200 },
      { name: 'Petersilie, Bund', quantityMilli: 1000, priceCents: 120 },
      { name: 'Coconut milk (400 ml can)', quantityMilli: 1000, priceCents: 180 },
      { name: 'Cheese, g', quantityMilli: 200_000, priceCents: 1 },
      { name: 'Beans, white', quantityMilli: 1000, priceCents: 90 },
    ]),
  )
  await add(services, ada, list.id, { name: 'potatoes', quantity: '1', unit: 'kg', price: '3' })
  await add(services, ada, list.id, { name: 'Minced beef' })
  expect(await ask(services, ada, list.id)).toMatchObject({ added: 5, raised: 1 })
  const stored = await itemsOf(services, ada, list.id)
  expect(
    stored.map(({ name, quantityMilli, unit, priceFor }) => [name, quantityMilli, unit, priceFor]),
  ).toEqual([
    ['potatoes', 2500, 'kg', 'one'],
    ['Minced beef', 1000, '', 'one'],
    ['Minced beef', 750, 'kg', 'one'],
    ['Petersilie', 1000, 'bunch', 'one'],
    ['Coconut milk (400 ml can)', 1000, '', 'one'],
    ['Cheese, g', 200_000, '', 'one'],
    ['Beans, white', 1000, '', 'one'],
  ])
})

test('a pack adds to an open item that is named without it, as one of them or by its weight', async () => {
  const packs = [
    'Butter (250 g pack)',
    'Milk (1 l carton)',
    'Cocoa (200 g pack)',
    'Eggs (large)',
    'Mehl (1 kg)',
  ]
  const items = packs.map((name) => ({ name, quantityMilli: 2000, priceCents: 100 }))
  const { services, ada, list } = await setUp(foundIngredients(items))
  await add(services, ada, list.id, { name: 'butter', quantity: '0.5', unit: 'kg' })
  await add(services, ada, list.id, { name: 'milk', quantity: '3' })
  await add(services, ada, list.id, { name: 'cocoa', quantity: '1', unit: 'l' })
  await add(services, ada, list.id, { name: 'eggs', quantity: '1' })
  await add(services, ada, list.id, { name: 'mehl', quantity: '1', unit: 'pack' })
  expect(await ask(services, ada, list.id)).toMatchObject({ added: 2, raised: 3 })
  expect(await rows(services, ada, list.id)).toEqual([
    ['butter', 1000, 0],
    ['milk', 5000, 0],
    ['cocoa', 1000, 0],
    ['eggs', 1000, 0],
    ['mehl', 3000, 0],
    ['Cocoa (200 g pack)', 2000, 100],
    ['Eggs (large)', 2000, 100],
  ])
})

test('open items keep their name and price and get a higher quantity; completed ones are added again', async () => {
  const { services, ada, list, events } = await setUp()
  const eggs = await add(services, ada, list.id, { name: 'EGGS', quantity: '2', price: '0.5' })
  const milk = await add(services, ada, list.id, { name: 'Milk, 1 l' })
  await add(services, ada, list.id, { name: 'Flour, 500 g' })
  await setCompleted(services, ada, { id: milk.id, completed: true })
  expect(await ask(services, ada, list.id)).toMatchObject({ found: true, added: 2, raised: 1 })
  expect(await rows(services, ada, list.id)).toEqual([
    ['EGGS', 5000, 50],
    ['Flour, 500 g', 1000, 0],
    ['Flour, 1 kg', 1000, 120],
    ['Milk, 1 l', 1000, 130],
    ['Milk, 1 l', 1000, 0],
  ])
  const [raised] = await itemsOf(services, ada, list.id)
  expect(raised?.updatedAt).toBeGreaterThan(eggs.updatedAt)
  expect(events.filter(({ type }) => type === 'aiItemsGenerated')).toHaveLength(1)
})

test('a price for all of an item grows with what a recipe adds to it, and comes back with an undo', async () => {
  const items = [{ name: 'Butter (250 g pack)', quantityMilli: 1000, priceCents: 280 }]
  const { services, ada, list } = await setUp(foundIngredients(items))
  const butter = { name: 'butter', quantity: '0.25', unit: 'kg', price: '2.49', priceFor: 'all' }
  await add(services, ada, list.id, butter)
  const asked = await ask(services, ada, list.id)
  expect(await rows(services, ada, list.id)).toEqual([['butter', 500, 498]])
  if (!asked.found || !asked.change) throw new Error('nothing was changed')
  await undoChange(services, ada, asked.change)
  expect(await rows(services, ada, list.id)).toEqual([['butter', 250, 249]])
})

test('new prices are guesses, also after asking again; free ingredients and existing items have none', async () => {
  const items = [...PANCAKES.items, { name: 'Water', quantityMilli: 1000, priceCents: 0 }]
  const { services, ada, list } = await setUp(foundIngredients(items))
  await add(services, ada, list.id, { name: 'Eggs', price: '0.5' })
  const guesses = async () =>
    (await itemsOf(services, ada, list.id)).map(({ name, priceGuessed }) => [name, priceGuessed])
  const guessed = [
    ['Eggs', false],
    ['Flour, 1 kg', true],
    ['Milk, 1 l', true],
    ['Water', false],
  ]
  await ask(services, ada, list.id)
  expect(await guesses()).toEqual(guessed)
  await ask(services, ada, list.id)
  expect(await guesses()).toEqual(guessed)
})

test('an ingredient that the response contains twice is added once', async () => {
  const salt = { name: 'Salt', quantityMilli: 1000, priceCents: 90 }
  const { services, ada, list } = await setUp(foundIngredients([salt, { ...salt, name: 'salt' }]))
  await ask(services, ada, list.id)
  expect(await rows(services, ada, list.id)).toEqual([['Salt', 2000, 90]])
})

test('a raised quantity stops at the maximum', async () => {
  const much = { name: 'Rice', quantityMilli: MAX_QUANTITY_MILLI, priceCents: 1 }
  const { services, ada, list } = await setUp(foundIngredients([much, much]))
  for (const _ of [1, 2]) await ask(services, ada, list.id)
  expect(await rows(services, ada, list.id)).toEqual([['Rice', MAX_QUANTITY_MILLI, 1]])
})

test('a list that would exceed its limit stays unchanged', async () => {
  const { services, ada, list, events } = await setUp()
  const now = Date.now()
  const row = { listId: list.id, quantityMilli: 1000, priceCents: 0, position: 1, createdAt: 1, updatedAt: 1 }
  await services.write(async (tx) => {
    for (let n = 0; n < MAX_ITEMS_PER_LIST - 2; n++) {
      await tx
        .insert(itemsTable)
        .values({ ...row, id: newId(now), name: `Thing ${n}` })
        .run()
    }
  })
  await expect(ask(services, ada, list.id)).rejects.toMatchObject({
    code: 'too-many-items',
    params: { max: 2000 },
  })
  expect(await itemsOf(services, ada, list.id)).toHaveLength(MAX_ITEMS_PER_LIST - 2)
  expect(events).toEqual([])
})

test("a stranger or a list deleted while the AI answers changes nothing, and a stranger's question never reaches the AI", async () => {
  const { services, ada, list, events, questions } = await setUp(async () => {
    await deleteList(services, ada, list.id)
    return PANCAKES
  })
  const eve = await addUser(services, 'Eve')
  await expect(ask(services, eve, list.id)).rejects.toMatchObject({ code: 'list-not-found' })
  expect(questions).toEqual([])
  await expect(ask(services, ada, list.id)).rejects.toMatchObject({ code: 'list-not-found' })
  expect(await services.db.select().from(itemsTable).all()).toEqual([])
  expect(events.map(({ type }) => type)).toEqual(['listDeleted'])
})

test('an unknown dish changes nothing and suggests similar ones', async () => {
  const { services, ada, list, events } = await setUp({
    ...foundIngredients([]),
    dishes: [],
    unknown: [{ name: 'Pancakes', near: ['Crêpes'] }],
  })
  expect(await ask(services, ada, list.id)).toEqual({
    found: false,
    unknown: [{ name: 'Pancakes', near: ['Crêpes'] }],
    left: [],
  })
  expect((await listFor(services.db, ada, list.id, 'see')).revision).toBe(0)
  expect(events).toEqual([])
})

test('an AI failure becomes an error code for the user, with its cause for the log', async () => {
  const cause = new AiFailure('timeout', 'no complete response within 30 s')
  const { services, ada, list } = await setUp(async () => {
    throw cause
  })
  const error = await ask(services, ada, list.id).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DomainError)
  expect(error).toMatchObject({ code: 'ai-timeout', status: 503, cause })
  expect(await rows(services, ada, list.id)).toEqual([])
})

test.each([
  ['unreachable', 'ai-unreachable'],
  ['model-missing', 'ai-model-missing'],
  ['model-unset', 'ai-model-unset'],
  ['key-refused', 'ai-key-refused'],
  ['limit-reached', 'ai-limit-reached'],
  ['refused', 'ai-refused'],
  ['timeout', 'ai-timeout'],
  ['invalid-response', 'ai-unusable'],
] as const)('an AI that fails as %s has a sentence of its own, %s', async (reason, code) => {
  const { services, ada, list } = await setUp(async () => {
    throw new AiFailure(reason, 'a test')
  })
  const error = await ask(services, ada, list.id).catch((error: unknown) => error)
  expect(error).toMatchObject({ code })
  const others = Object.keys(FAILURES).filter((one) => one.startsWith('ai-') && one !== code)
  const sentenceOf = (one: string) => textOf(ENGLISH, new DomainError(one as PlainCode))
  expect(others.map(sentenceOf)).not.toContain(sentenceOf(code))
})

test('the cookbook can be asked instead of the AI, without counting, and knows what it knows', async () => {
  const { services, ada, list, questions } = await setUp()
  const question = { listId: list.id, recipe: 'carbonara', signal: new AbortController().signal }
  expect(await isInCookbook(services, question)).toBe(true)
  expect(await isInCookbook(services, { ...question, recipe: 'qwxzv' })).toBe(false)
  for (let n = 0; n < 21; n += 1) {
    const result = await generateIngredients(services, ada, { ...question, source: 'cookbook' })
    expect(result).toMatchObject({ found: true, dishes: [{ name: 'Spaghetti carbonara', servings: 4 }] })
  }
  expect(questions).toEqual([])
  const withoutAi = { ...services, ai: services.cookbook }
  expect(await isInCookbook(withoutAi, question)).toBe(false)
})

test('a user who leaves before the response gets no items', async () => {
  const leaving = new AbortController()
  const { services, ada, list, events } = await setUp(async () => {
    leaving.abort()
    return PANCAKES
  })
  const request = ask(services, ada, list.id, { signal: leaving.signal })
  await expect(request).rejects.toMatchObject({ code: 'recipe-cancelled' })
  expect(await rows(services, ada, list.id)).toEqual([])
  expect(events).toEqual([])
})

test('sending the same question twice adds its items once', async () => {
  const { services, ada, list, events } = await setUp()
  const id = newId()
  const [first, second] = await Promise.all([1, 2].map(() => ask(services, ada, list.id, { id })))
  expect(second).toEqual(first)
  expect(await rows(services, ada, list.id)).toHaveLength(3)
  expect((await rows(services, ada, list.id))[2]).toEqual(['Eggs', 3000, 35])
  expect(events).toHaveLength(1)
})

test('a failed question can be sent again', async () => {
  let works = false
  const { services, ada, list } = await setUp(async () => {
    if (!works) throw new AiFailure('timeout', 'late')
    return PANCAKES
  })
  const id = newId()
  await expect(ask(services, ada, list.id, { id })).rejects.toMatchObject({ code: 'ai-timeout' })
  works = true
  expect(await ask(services, ada, list.id, { id })).toMatchObject({ added: 3 })
})

test('the twenty-first question of an hour is refused; failures count, other users are not affected', async () => {
  const { services, ada, list, questions } = await setUp(async () => {
    throw new AiFailure('refused', 'returned 500')
  })
  const attempts = await Promise.allSettled(Array.from({ length: 21 }, () => ask(services, ada, list.id)))
  const codes = attempts.map((one) => one.status === 'rejected' && one.reason.code)
  expect(codes.filter((code) => code === 'ai-refused')).toHaveLength(20)
  expect(codes.filter((code) => code === 'recipe-limit-reached')).toHaveLength(1)
  expect(questions).toHaveLength(20)
  const eve = await addUser(services, 'Eve')
  const hers = await addList(services, eve, { name: 'Hers' })
  await expect(ask(services, eve, hers.id)).rejects.toMatchObject({ code: 'ai-refused' })
})

test('the built-in cookbook has no limit', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  expect(services.ai.isLimited).toBe(false)
  for (let n = 0; n < 25; n += 1) expect(await ask(services, ada, list.id)).toMatchObject({ found: true })
})

test('the cookbook says which dish it took, also when the request is repeated', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const id = newId()
  const first = await ask(services, ada, list.id, { id })
  expect(first).toMatchObject({ found: true, dishes: [{ name: 'Pancakes', servings: 4 }] })
  expect(await ask(services, ada, list.id, { id })).toEqual(first)
})

test('a question is one line of 1 to 500 characters, with commas for line breaks', () => {
  expect(AskAi.parse({ recipe: '  Apple\tpie\u0000 ' }).recipe).toBe('Apple pie')
  expect(AskAi.parse({ recipe: '\nLasagne\r\n\r\n chili for 6\n' }).recipe).toBe('Lasagne, chili for 6')
  expect(AskAi.parse({ recipe: '🥧'.repeat(500) }).recipe).toBe('🥧'.repeat(500))
  for (const recipe of [undefined, '', ' \n ', '🥧'.repeat(501)]) {
    expect(AskAi.safeParse({ recipe }).success).toBe(false)
  }
  expect(AskAi.safeParse({ recipe: ' ' }).error?.issues[0]?.message).toBe('recipe-required')
})

test('several dishes are one change; what is not known or too much is told', async () => {
  const result = {
    dishes: [
      { name: 'Lasagne', servings: 4 },
      { name: 'Chili', servings: 6 },
    ],
    unknown: [{ name: 'qwxzv', near: ['Quiche'] }],
    left: ['Soup'],
    items: PANCAKES.items,
  }
  const { services, ada, list, events } = await setUp(async () => result)
  const { items: _, ...told } = result
  expect(await ask(services, ada, list.id)).toMatchObject({ found: true, added: 3, ...told })
  expect(events).toHaveLength(1)
})
