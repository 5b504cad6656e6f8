import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { MAX_MEMORIES_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { quickAdd } from '#app/domain/quickAdd/quickAdd.ts'
import { DAY } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { items, lists, memories } from '#db/schema.ts'
import { nightly } from '#tests/support/nightly.ts'
import { addUser, testServices, twoServices } from '#tests/support/services.ts'
import { onPostgres } from '#tests/support/size.ts'
import { memoriesOf, rememberedPrices } from './memories.ts'
import { renewKeys, seedMemories, startSeeding } from './seedMemories.ts'

type Row = Partial<typeof items.$inferInsert> & { name: string }

const BEFORE = Date.now() - DAY

/** Items as a version without a memory left them. */
async function addOldItems(services: Services, owner: User, rows: Row[]): Promise<string> {
  const { id: listId } = await addList(services, owner, { name: 'Market' })
  await services.write(async (tx) => {
    for (const [n, row] of rows.entries()) {
      const at = BEFORE + n
      const times = { position: at, createdAt: at, updatedAt: at }
      await tx
        .insert(items)
        .values({ id: newId(), listId, quantityMilli: 1000, priceCents: 0, ...times, ...row })
        .run()
    }
  })
  return listId
}

const known = async ({ db }: Services, user: User) =>
  (await memoriesOf(db, user)).map(({ name, unit, uses, priceCents }) => ({ name, unit, uses, priceCents }))

test('a memory starts with the items there are', async () => {
  const services = await testServices()
  const user = await addUser(services)
  await addOldItems(services, user, [
    { name: 'milk', priceCents: 120 },
    { name: 'Milk', priceCents: 130 },
    { name: 'MILK' },
    { name: 'Rice', unit: 'kg', priceCents: 300, priceGuessed: true },
  ])
  await seedMemories(services)
  expect(await known(services, user)).toEqual([
    { name: 'MILK', unit: '', uses: 3, priceCents: 130 },
    { name: 'Rice', unit: 'kg', uses: 1, priceCents: null },
  ])
  const [milk] = await memoriesOf(services.db, user)
  expect(milk?.lastUsedAt).toBe(BEFORE + 2)
})

test('everybody remembers what they added; what has no author was added by the owner', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  await addOldItems(services, ada, [
    { name: 'Milk' },
    { name: 'Oats', addedBy: ben.id },
    { name: 'Tea', addedBy: newId() },
    { name: 'Figs', guestName: 'Anna' },
    { name: 'Salt', deletedAt: BEFORE },
  ])
  const gone = await addOldItems(services, ada, [{ name: 'Flour' }])
  await services.write((tx) => tx.update(lists).set({ deletedAt: BEFORE }).where(eq(lists.id, gone)).run())
  await seedMemories(services)
  expect((await known(services, ada)).map(({ name }) => name)).toEqual(['Milk'])
  expect((await known(services, ben)).map(({ name }) => name)).toEqual(['Oats'])
})

test('no item counts twice: not at the next start, not after a stop, not if it was remembered when it was added', async () => {
  const services = await testServices()
  const user = await addUser(services)
  const rows = Array.from({ length: 450 }, (_, n) => ({ name: `Thing ${n % 3}` }))
  await addOldItems(services, user, [...rows, { name: 'New', createdAt: Date.now() + DAY }])
  const stopped = new AbortController()
  const write: Services['write'] = async (work) => {
    const result = await services.write(work)
    stopped.abort()
    return result
  }
  await seedMemories({ ...services, write }, { signal: stopped.signal })
  expect((await known(services, user)).reduce((sum, { uses }) => sum + uses, 0)).toBe(200)
  for (let start = 0; start < 2; start += 1) {
    await seedMemories(services, { until: Date.now() + 2 * DAY })
    const seeded = await known(services, user)
    expect(seeded.map(({ name, uses }) => `${name}: ${uses}`).sort()).toEqual([
      'Thing 0: 150',
      'Thing 1: 150',
      'Thing 2: 150',
    ])
  }
})

test('what was remembered in the meantime is newer', async () => {
  const services = await testServices()
  const user = await addUser(services)
  await addOldItems(services, user, [
    { name: 'milk', priceCents: 100 },
    { name: 'tea', priceCents: 400 },
  ])
  const now = Date.now()
  const memory = { userId: user.id, unit: '' as const, uses: 1, lastUsedAt: now }
  await services.write(async (tx) => {
    await tx
      .insert(memories)
      .values({ ...memory, nameKey: 'milk', name: 'Milk', priceCents: 150, priceFor: 'one' })
      .run()
    await tx
      .insert(memories)
      .values({ ...memory, nameKey: 'tea', name: 'Tea' })
      .run()
  })
  await seedMemories(services)
  expect(await memoriesOf(services.db, user)).toMatchObject([
    { name: 'Milk', uses: 2, lastUsedAt: now, priceCents: 150 },
    { name: 'Tea', uses: 2, lastUsedAt: now, priceCents: 400, priceFor: 'one' },
  ])
})

nightly('a memory that starts is no larger than others', async () => {
  const services = await testServices()
  const user = await addUser(services)
  const rows = Array.from({ length: MAX_MEMORIES_PER_USER + 100 }, (_, n) => ({ name: `Thing ${n}` }))
  await addOldItems(services, user, rows)
  await seedMemories(services)
  const names = (await memoriesOf(services.db, user)).map(({ name }) => name)
  expect(names.length).toBeLessThanOrEqual(MAX_MEMORIES_PER_USER)
  expect(names).toContain(`Thing ${MAX_MEMORIES_PER_USER + 99}`)
})

test('after the stop nothing is written', async () => {
  const services = await testServices()
  const user = await addUser(services)
  await addOldItems(
    services,
    user,
    Array.from({ length: 1000 }, (_, n) => ({ name: `Thing ${n}` })),
  )
  let running = 0
  const write: Services['write'] = async (work) => {
    running += 1
    return services.write(work).finally(() => {
      running -= 1
    })
  }
  const stop = startSeeding({ ...services, write })
  await stop()
  expect(running).toBe(0)
  const before = await known(services, user)
  await new Promise((resolve) => setImmediate(resolve))
  expect(await known(services, user)).toEqual(before)
})

test('a failure is logged and nothing else', async () => {
  const services = await testServices()
  const logged: unknown[] = []
  const log = { ...services.log, error: (details: unknown) => void logged.push(details) } as Services['log']
  const failure = new Error('the disk is full')
  const unlessRunning = () => Promise.reject(failure)
  await startSeeding({ ...services, log, unlessRunning })()
  expect(logged).toEqual([{ err: failure }])
})

test.runIf(onPostgres)('two servers that start at the same time count once', async () => {
  const { here, there } = await twoServices()
  const user = await addUser(here)
  await addOldItems(
    here,
    user,
    Array.from({ length: 450 }, (_, n) => ({ name: `Thing ${n % 2}` })),
  )
  await Promise.all([seedMemories(here), seedMemories(there)])
  expect((await known(here, user)).map(({ uses }) => uses)).toEqual([225, 225])
})

test('a unit of work reads a few items, also if none of them counts', async () => {
  const services = await testServices()
  const user = await addUser(services)
  const rows = Array.from({ length: 450 }, (_, n) => ({ name: `${n}`, deletedAt: n < 430 ? BEFORE : null }))
  await addOldItems(services, user, rows)
  let units = 0
  const write: Services['write'] = (work) => {
    units += 1
    return services.write(work)
  }
  await seedMemories({ ...services, write })
  expect(units).toBe(3)
  expect(await known(services, user)).toHaveLength(20)
})

/** As versions before plurals left them. */
async function addOldMemories(services: Services, { id: userId }: User) {
  const old = (name: string, uses: number, lastUsedAt: number, price: object = {}) => ({
    userId,
    nameKey: name.toLowerCase(),
    unit: '' as const,
    name,
    uses,
    lastUsedAt,
    ...price,
  })
  const rows = [
    old('Egg', 2, 5, { priceCents: 30, priceFor: 'one' }),
    old('eggs', 3, 9),
    old('Brot', 4, 7),
    old('Tomaten', 1, 8, { priceCents: 199, priceFor: 'one' }),
  ]
  await services.write((tx) => tx.insert(memories).values(rows).run())
}

test('what was remembered before plurals is neither lost nor doubled', async () => {
  const services = await testServices()
  const user = await addUser(services)
  await addOldMemories(services, user)
  for (let n = 0; n < 2; n += 1) {
    await renewKeys(services)
    expect(await known(services, user)).toEqual([
      { name: 'eggs', unit: '', uses: 5, priceCents: 30 },
      { name: 'Brot', unit: '', uses: 4, priceCents: null },
      { name: 'Tomaten', unit: '', uses: 1, priceCents: 199 },
    ])
  }
})

test('nor if it is used before', async () => {
  const services = await testServices()
  const user = await addUser(services)
  const list = await addList(services, user, { name: 'Market' })
  await addOldMemories(services, user)
  const priceOf = await rememberedPrices(services.db, user, list, [{ name: 'Tomate' }, { name: 'Tomaten' }])
  expect(priceOf({ name: 'Tomaten', unit: '', quantityMilli: 1000 })).toMatchObject({ priceCents: 199 })
  await quickAdd(services, user, { listId: list.id, id: newId(), lines: 'tomaten, eggs' })
  await renewKeys(services)
  const all = (await known(services, user)).map(({ name, uses }) => `${uses} ${name}`)
  expect(all.sort()).toEqual(['2 Tomaten', '4 Brot', '6 eggs'])
})
