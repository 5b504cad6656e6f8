import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Actor, User } from '#app/domain/access/access.ts'
import { deleteAccount } from '#app/domain/accounts/deleteAccount.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { deleteItem } from '#app/domain/items/deleteItems.ts'
import { addItem, editItem, setCompleted } from '#app/domain/items/items.ts'
import { MAX_MEMORIES_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import { duplicateList } from '#app/domain/lists/duplicateList.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { quickAdd } from '#app/domain/quickAdd/quickAdd.ts'
import { generateIngredients } from '#app/domain/recipes/ingredients.ts'
import { Link } from '#app/domain/sharing/inputs.ts'
import { createLink, guestFor } from '#app/domain/sharing/links.ts'
import { addMember } from '#app/domain/sharing/people.ts'
import { nameKey } from '#app/domain/text.ts'
import type { Services } from '#app/services.ts'
import { countOf } from '#app/words/amounts.ts'
import { copyName } from '#app/words/copyName.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { items, memories, users } from '#db/schema.ts'
import { foundIngredients } from '#tests/support/foundIngredients.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { findMemories, forget, forgetAll, memoriesOf, oftenBought } from './memories.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const quick = (lines: string, actor: Actor = ada) => {
    vi.advanceTimersByTime(1)
    return quickAdd(services, actor, { listId: list.id, id: newId(), lines })
  }
  const add = (name: string, fields: Record<string, unknown> = {}, actor: Actor = ada) => {
    vi.advanceTimersByTime(1)
    return addItem(services, actor, { listId: list.id, ...AddItem.parse({ name, ...fields }) })
  }
  const tick = (id: string, actor: Actor = ada) => {
    vi.advanceTimersByTime(1)
    return setCompleted(services, actor, { id, completed: true })
  }
  const guest = async () => {
    const link = await createLink(services, ada, list.id, Link.parse({}), { caller: CALLER })
    return guestFor(services, link.token, 'Anna')
  }
  const member = async () => {
    const ben = await addUser(services, 'Ben')
    const shared = { userId: ben.id, role: 'editor', addedBy: ada.id } as const
    await services.write((tx) => addMember(tx, list.id, shared))
    return ben
  }
  return { services, ada, list, quick, add, tick, guest, member, told: (user = ada) => told(services, user) }
}

/** '2 × kg Potatoes for 350 of 2' */
async function told({ db }: Services, user: User): Promise<string[]> {
  const all = await memoriesOf(db, user)
  const texts = all.map(({ uses, unit, name, priceCents, priceFor, priceQuantityMilli }) => {
    const price = priceCents !== null && `${priceFor === 'all' ? 'for' : 'at'} ${priceCents}`
    const of = priceQuantityMilli !== null && `of ${priceQuantityMilli / 1000}`
    return [`${uses} ×`, unit, name, price, of].filter(Boolean).join(' ')
  })
  return texts.sort()
}

describe('is learned from', () => {
  test('the latest spelling, unless it only lacks capitals', async () => {
    const { quick, told } = await setUp()
    for (const line of ['Äpfel', 'äpfel', 'Oat milk']) await quick(`${line} x1`)
    await quick('OAT MILK 1 l')
    await quick('oat milk 1 l')
    expect(await told()).toEqual(['1 × Oat milk', '2 × l OAT MILK', '2 × Äpfel'])
  })

  test('adds, of whatever kind, by name and unit', async () => {
    const { quick, add, told } = await setUp()
    await add('Milk', { price: '1.20' })
    await quick('milk x2, 2 kg potatoes for 3.50')
    await quick('MILK 2 l\npotatoes 1 kg')
    expect(await told()).toEqual(['1 × l MILK', '2 × Milk at 120', '2 × kg potatoes for 350 of 2'])
  })

  test('prices that people state, not those of what they add more of', async () => {
    const { quick, told, member } = await setUp()
    const ben = await member()
    await quick('12 eggs for 2.99')
    await quick('6 eggs', ben)
    expect(await told()).toEqual(['1 × eggs for 299 of 12'])
    expect(await told(ben)).toEqual(['1 × eggs'])
  })

  test('ticks of what others added, but what one added oneself counts once', async () => {
    const { services, ada, quick, tick, told, member } = await setUp()
    const ben = await member()
    const { added } = await quick('milk, eggs', ben)
    const own = await quick('bread')
    for (const { id } of [...added, ...own.added]) await tick(id)
    expect(await told()).toEqual(['1 × bread', '1 × eggs', '1 × milk'])
    expect(await told(ben)).toEqual(['1 × eggs', '1 × milk'])
    vi.advanceTimersByTime(1)
    await setCompleted(services, ada, { id: added[0]?.id ?? '', completed: false })
    expect(await told()).toHaveLength(3)
    await tick(added[0]?.id ?? '')
    expect(await told()).toContain('2 × milk')
  })

  test('a price that an edit stated, when the item is ticked', async () => {
    const { services, ada, quick, tick, told } = await setUp()
    const { added } = await quick('milk')
    const id = added[0]?.id ?? ''
    await editItem(services, ada, id, { name: 'milk', price: '1.19' })
    expect(await told()).toEqual(['1 × milk'])
    await tick(id)
    expect(await told()).toEqual(['1 × milk at 119'])
  })

  test('the latest price and the latest way of writing', async () => {
    const { add, told } = await setUp()
    await add('milk', { price: '1.19' })
    await add('Milk', { price: '1.29' })
    await add('MILK')
    expect(await told()).toEqual(['3 × MILK at 129'])
    await add('milk', { quantity: '6', price: '5', priceFor: 'all' })
    expect(await told()).toEqual(['4 × MILK for 500 of 6'])
    await add('milk', { quantity: '6', price: '1.39' })
    expect(await told()).toEqual(['5 × MILK at 139'])
  })

  test('the price that more of an item was added with, but not its old one', async () => {
    const { services, ada, quick, add, told } = await setUp()
    await add('milk', { price: '1.19' })
    await forgetAll(services, ada)
    await quick('milk x2')
    expect(await told()).toEqual(['1 × milk'])
    await quick('milk x2 1.29')
    expect(await told()).toEqual(['2 × milk at 129'])
  })
})

describe('is not learned from', () => {
  test('guests, whatever they do', async () => {
    const { services, ada, quick, add, tick, guest, told } = await setUp()
    const anna = await guest()
    const { added } = await quick('milk 1.99', anna)
    await add('bread', {}, anna)
    await tick(added[0]?.id ?? '', anna)
    expect(await services.db.select().from(memories).all()).toEqual([])
    await tick((await add('eggs', {}, ada)).id, anna)
    expect(await told()).toEqual(['1 × eggs'])
  })

  test('guessed prices, nor remembered ones', async () => {
    const { services, ada, list, quick, tick, told } = await setUp()
    const flour = { name: 'Flour', quantityMilli: 1000, priceCents: 120 }
    services.ai = {
      model: 'a test',
      isLimited: true,
      ingredientsFor: async () => foundIngredients([flour]),
    }
    const question = { recipe: 'Pancakes', listId: list.id, signal: new AbortController().signal }
    await generateIngredients(services, ada, question)
    expect(await told()).toEqual([])
    const [guessed] = await services.db.select().from(items).all()
    expect(guessed).toMatchObject({ priceCents: 120, priceGuessed: true })
    await tick(guessed?.id ?? '')
    expect(await told()).toEqual(['1 × Flour'])

    const { added: first } = await quick('2 kg apples for 4')
    await deleteItem(services, ada, first[0]?.id ?? '')
    const { added } = await quick('500 g apples')
    expect(added).toMatchObject([{ priceCents: 100, priceRemembered: true }])
    await tick(added[0]?.id ?? '')
    expect(await told()).toContain('2 × kg apples for 400 of 2')
  })

  test('copies of a list', async () => {
    const { services, ada, list, quick, told } = await setUp()
    await quick('milk')
    await duplicateList(services, ada, copyName(ENGLISH), list.id, {})
    expect(await told()).toEqual(['1 × milk'])
  })
})

test('beyond the limit, what was not used for longest is forgotten', async () => {
  const { services, ada, quick, told } = await setUp()
  const bob = await addUser(services, 'Bob')
  await quick('milk')
  const rows = Array.from({ length: MAX_MEMORIES_PER_USER - 1 }, (_, n) => ({
    userId: ada.id,
    nameKey: `thing ${n}`,
    name: `Thing ${n}`,
    unit: '' as const,
    uses: 5,
    lastUsedAt: n + 1,
  }))
  await services.write(async (tx) => {
    for (let at = 0; at < rows.length; at += 500) {
      await tx
        .insert(memories)
        .values(rows.slice(at, at + 500))
        .run()
    }
    await tx
      .insert(memories)
      .values({ ...rows[0], userId: bob.id, nameKey: 'old', unit: '', name: 'Old', uses: 1, lastUsedAt: 1 })
      .run()
  })
  // Nothing new, so nothing is forgotten.
  await quick('thing 0')
  const all = await told()
  expect(all).toHaveLength(MAX_MEMORIES_PER_USER)
  await quick('bread')
  const left = await told()
  expect(left).toEqual(expect.arrayContaining(['1 × bread', '1 × milk', '6 × Thing 0']))
  expect(left.length).toBeLessThan(MAX_MEMORIES_PER_USER)
  expect(left.length).toBeGreaterThan(4_000)
  const times = (await memoriesOf(services.db, ada)).map(({ lastUsedAt }) => lastUsedAt)
  expect(Math.min(...times)).toBe(MAX_MEMORIES_PER_USER - left.length + 3)
  expect(await told(bob)).toEqual(['1 × Old'])
})

test('a search finds remembered items by any part of their names', async () => {
  const { services, ada, quick } = await setUp()
  for (const line of ['Oat milk', 'Milk', 'Milk', '100 % juice', 'Crème']) await quick(line)
  const found = async (search: string, limit = 10) => {
    const { shown, ...counts } = await findMemories(services, ada, search, limit)
    return [counts, shown.map(({ name }) => name)]
  }
  expect(await found('MIL')).toEqual([{ total: 4, found: 2 }, ['Milk', 'Oat milk']])
  expect(await found('mil', 1)).toEqual([{ total: 4, found: 2 }, ['Milk']])
  expect(await found('%')).toEqual([{ total: 4, found: 1 }, ['100 % juice']])
  expect(await found('crème')).toEqual([{ total: 4, found: 1 }, ['Crème']])
  for (const nothing of ['_', "'", 'tea', '\\']) {
    expect(await found(nothing)).toEqual([{ total: 4, found: 0 }, []])
  }
  for (const all of ['', ' \0']) expect((await found(all))[0]).toEqual({ total: 4, found: 4 })
})

test('one or all of what is remembered can be forgotten', async () => {
  const { services, ada, quick, told, member } = await setUp()
  const ben = await member()
  await quick('milk x2\nmilk 2 l\nbread')
  await quick('milk', ben)
  await quick('milk x1', ben)
  await forget(services, ada, ' MILK ', '')
  expect(await told()).toEqual(['1 × bread', '1 × l milk'])
  await forgetAll(services, ada)
  expect(await told()).toEqual([])
  expect(await told(ben)).toEqual(['1 × milk'])
})

test('is deleted with the account, and only then', async () => {
  const { services, ada, quick } = await setUp()
  const bob = await addUser(services, 'Bob')
  const passwordHash = await services.passwords.hash('correct horse battery')
  await services.write((tx) => tx.update(users).set({ passwordHash }).run())
  await quick('milk')
  const hers = await addList(services, bob, { name: 'His' })
  await quickAdd(services, bob, { listId: hers.id, lines: 'bread' })
  await deleteAccount(services, ada, { password: 'correct horse battery' }, CALLER)
  expect(await services.db.select({ name: memories.name }).from(memories).all()).toEqual([{ name: 'bread' }])
})

test('stays if an add is undone: it was meant at the time', async () => {
  const { services, ada, quick, told } = await setUp()
  const { change } = await quick('milk')
  await undoChange(services, ada, change ?? undefined)
  expect(await told()).toEqual(['1 × milk'])
})

describe('what is often bought', () => {
  const often = async ({ services, ada }: Awaited<ReturnType<typeof setUp>>, onList: string[], most = 8) => {
    const found = await oftenBought(
      services,
      ada,
      (item) => countOf(ENGLISH, item),
      onList.map((name) => ({ name })),
      most,
    )
    return found.map(({ name, unit }) => [unit, name].filter(Boolean).join(' '))
  }

  test('was added at least twice, is not on the list, and comes most used first', async () => {
    const all = await setUp()
    for (const text of ['milk', 'milk', 'bread', 'eggs x2', 'eggs x2', 'eggs x2', '2 kg flour', '2 kg flour'])
      await all.quick(text)
    // 'milk' without a number was on the list already.
    expect(await often(all, [])).toEqual(['eggs', 'kg flour'])
    expect(await often(all, ['EGGS'])).toEqual(['kg flour'])
    expect(await often(all, [], 1)).toEqual(['eggs'])
  })

  test('can be added by its name', async () => {
    const all = await setUp()
    for (const text of ['onions, chopped x2\nrice x2', 'onions, chopped x2\nrice x2']) await all.quick(text)
    await all.add('6 eggs')
    await all.add('6 eggs')
    expect(await often(all, [])).toEqual(['onions, chopped', 'rice'])
  })

  test('has each name once, in the unit that was used most', async () => {
    const all = await setUp()
    for (const text of ['milk 1 l', 'milk 1 l', 'milk 1 l', 'milk x1', 'milk x1']) await all.quick(text)
    expect(await often(all, [])).toEqual(['l milk'])
  })

  test('is not empty if most of it is on the list', async () => {
    const all = await setUp()
    const names = Array.from({ length: 50 }, (_, n) => `thing ${n} of many`)
    for (let round = 0; round < 2; round += 1) await all.quick(names.map((name) => `2x ${name}`).join('\n'))
    expect(await often(all, names.slice(0, 45), 8)).toHaveLength(5)
  })
})

describe('singular and plural', () => {
  test('are one memory, with the latest spelling, the price and all uses', async () => {
    const { add, told } = await setUp()
    await add('eggs', { price: '0.30' })
    await add('egg')
    expect(await told()).toEqual(['2 × egg at 30'])
    await add('Äpfel', { price: '2.49' })
    await add('apfel')
    expect(await told()).toEqual(['2 × egg at 30', '2 × Äpfel at 249'])
  })

  test('are found and forgotten by either', async () => {
    const { services, ada, quick, told } = await setUp()
    await quick('Äpfel')
    expect((await findMemories(services, ada, 'äpf', 10)).found).toBe(1)
    await forget(services, ada, 'Apfel', '')
    expect(await told()).toEqual([])
  })

  test('are one of what is often bought', async () => {
    const all = await setUp()
    for (const text of ['eggs', 'egg x1']) await all.quick(text)
    const often = (onList: string[]) =>
      oftenBought(
        all.services,
        all.ada,
        (item) => countOf(ENGLISH, item),
        onList.map((name) => ({ name })),
        8,
      )
    expect(await often([])).toHaveLength(1)
    expect(await often(['eggs'])).toEqual([])
  })
})

test('names are the same in any case, composition and spacing', () => {
  expect(nameKey('  Crème   BRÛLÉE ')).toBe('crème brûlée')
  expect(nameKey('cre\u0300me')).toBe(nameKey('cr\u00e8me'))
})

test('the database itself refuses what is no memory', async () => {
  const { services, ada } = await setUp()
  const bad = (columns: string) =>
    services.write((tx) =>
      tx.run(
        sql.raw(
          `INSERT INTO memories (user_id, name_key, unit, name, uses, last_used_at) VALUES ('${ada.id}', ${columns})`,
        ),
      ),
    )
  for (const columns of [
    "'', '', 'x', 1, 1",
    "'x', 'stone', 'x', 1, 1",
    "'x', '', '', 1, 1",
    "'x', '', 'x', 0, 1",
  ])
    await expect(bad(columns), columns).rejects.toThrow()
  await bad("'x', '', 'x', 1, 1")
  await expect(bad("'x', '', 'x', 1, 1")).rejects.toThrow()
})
