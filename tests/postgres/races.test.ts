import { count, eq } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { register } from '#app/domain/accounts/register.ts'
import { signIn } from '#app/domain/accounts/signIn.ts'
import { DomainError } from '#app/domain/errors.ts'
import { newId } from '#app/domain/ids.ts'
import { insertItems } from '#app/domain/items/itemRows.ts'
import { addItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import { MAX_ITEMS_PER_LIST } from '#app/domain/limitsAndLifetimes.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { queueMail } from '#app/domain/mail/mailQueue.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { storedBy } from '#app/domain/receipts/storageBudget.ts'
import { finish } from '#app/domain/trips/finish.ts'
import { linesOf, tripsOf } from '#app/domain/trips/trips.ts'
import { answeredOp, isRepeated, outboxOp } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { changes, items, outbox, users } from '#db/schema.ts'
import { addUser, CALLER, testMailbox, twoServices } from '#tests/support/services.ts'

// Requests that arrive at two servers at the same time.

interface TwoServers {
  here: Services
  there: Services
}

const MILK = { name: 'Milk', quantity: 1000, price: '0', completed: false }

/** Calls `work` so many times at once, half of them on each server. */
function onBoth<T>(
  { here, there }: TwoServers,
  times: number,
  work: (one: Services, n: number) => Promise<T>,
) {
  return Promise.allSettled(
    Array.from({ length: times }, async (_, n) => work(n % 2 === 0 ? here : there, n)),
  )
}

/** How many calls succeeded, and how many failed with each error. */
function outcomes(settled: PromiseSettledResult<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const result of settled) {
    const outcome = result.status === 'fulfilled' ? 'done' : nameOf(result.reason)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

const nameOf = (error: unknown) => (error instanceof DomainError ? error.code : String(error))

async function userWithList(services: Services) {
  const user = await addUser(services)
  return { user, list: await addList(services, user, { name: 'Weekend' }) }
}

test('of 40 sign-ins with a wrong password from one address, 10 are tried', async () => {
  const servers = await twoServices()
  const { email } = await addUser(servers.here)
  const tried = await onBoth(servers, 40, (one) => signIn(one, CALLER, { email, password: 'a wrong guess' }))
  expect(outcomes(tried)).toEqual({ 'wrong-credentials': 10, 'too-many-requests': 30 })
})

test('of 40 new items, those fill a list that fit', async () => {
  const servers = await twoServices()
  const { here } = servers
  const { user, list } = await userWithList(here)
  const almostAll = Array.from({ length: MAX_ITEMS_PER_LIST - 5 }, (_, n) => ({
    name: `${n}`,
    quantityMilli: 1000,
  }))
  await here.write((tx) =>
    insertItems(here, tx, user, list, almostAll, { kind: 'share', type: 'itemCreated' }),
  )
  const added = await onBoth(servers, 40, (one) => addItem(one, user, { ...MILK, listId: list.id }))
  expect(outcomes(added)).toEqual({ done: 5, 'too-many-items': 35 })
  expect(await itemsOf(here, user, list.id)).toHaveLength(MAX_ITEMS_PER_LIST)
})

test('the newest tick wins, in whatever order they arrive', async () => {
  const servers = await twoServices()
  const { here } = servers
  const { user, list } = await userWithList(here)
  for (let round = 0; round < 20; round += 1) {
    const start = Date.now() - 1000
    const { id } = await addItem(here, user, { ...MILK, at: start, listId: list.id })
    // The newest ticks the item in some rounds and unticks it in others.
    const ticks = Array.from({ length: 8 }, (_, n) => ({
      id,
      at: start + n + 1,
      completed: (n + round) % 2 === 0,
    }))
    const newest = ticks.at(-1)
    const arriving = shuffled(ticks)
    const ticked = await onBoth(servers, ticks.length, async (one, n) => {
      const tick = arriving[n]
      if (tick) await setCompleted(one, user, tick)
    })
    expect(outcomes(ticked)).toEqual({ done: ticks.length })
    const stored = (await itemsOf(here, user, list.id)).find((item) => item.id === id)
    expect(stored).toMatchObject({ completed: newest?.completed, completedAt: newest?.at })
  }
})

function shuffled<T>(values: T[]): T[] {
  return values
    .map((value) => ({ value, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value)
}

test('each item that is finished at once by several people is in one trip, and what is added meanwhile stays', async () => {
  const servers = await twoServices()
  const { here } = servers
  const { user, list } = await userWithList(here)
  const inTrips: string[] = []
  for (let round = 0; round < 10; round += 1) {
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const item = { ...MILK, name: `${round}-${n}`, completed: true, listId: list.id }
      ids.push((await addItem(here, user, item)).id)
    }
    const finished = await onBoth(servers, 6, async (one, n) => {
      if (n === 5) return addItem(one, user, { ...MILK, name: `later ${round}`, listId: list.id })
      const items = n < 4 ? ids.slice(n, n + 3) : ids
      const { trip } = await finish(one, user, list.id, { items, today: '2026-11-29' })
      inTrips.push(...(await linesOf(one, trip)).map(({ name }) => name))
      return trip
    })
    expect(Object.keys(outcomes(finished)).filter((outcome) => outcome !== 'nothing-to-finish')).toEqual([
      'done',
    ])
  }
  const bought = Array.from({ length: 60 }, (_, n) => `${Math.floor(n / 6)}-${n % 6}`)
  expect(inTrips.sort()).toEqual(bought)
  const left = (await itemsOf(here, user, list.id)).map(({ name }) => name)
  expect(left.sort()).toEqual(Array.from({ length: 10 }, (_, round) => `later ${round}`))
})

test('a trip that is finished on both servers with one operation is finished once', async () => {
  const servers = await twoServices()
  const { here } = servers
  const { user, list } = await userWithList(here)
  for (let round = 0; round < 10; round += 1) {
    await addItem(here, user, { ...MILK, completed: true, listId: list.id })
    const op = newId()
    const finished = await onBoth(servers, 6, (one) =>
      finish(one, user, list.id, { today: '2026-11-29' }, outboxOp(op)),
    )
    expect(outcomes(finished)).toEqual({ done: 6 })
  }
  expect(await tripsOf(here, user, {})).toHaveLength(10)
})

test('two servers that empty the outbox send each mail once', async () => {
  const { mailbox, settings } = await testMailbox()
  const { url, here, there } = await twoServices(settings)
  const people: User[] = []
  for (let n = 0; n < 10; n += 1) people.push(await addUser(here))
  await here.write(async (tx) => {
    for (const { email } of people) await queueMail(tx, 'reset', email)
  })
  const locked = await lockOutbox(url)
  const sent = Promise.all([here.mailQueue.sendDue(), there.mailQueue.sendDue()])
  // Both have chosen the same mail.
  await expect.poll(locked.waiting).toBe(2)
  await locked.release()
  await sent
  const recipients = mailbox.received.flatMap(({ to }) => to)
  expect(recipients.sort()).toEqual(people.map(({ email }) => email).sort())
  expect(await here.db.select().from(outbox).all()).toEqual([])
})

/** Until released, the outbox can be read, but changes wait. */
async function lockOutbox(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN; LOCK TABLE outbox IN EXCLUSIVE MODE')
  return {
    async waiting() {
      const waiting = "SELECT FROM pg_locks WHERE relation = 'outbox'::regclass AND NOT granted"
      return (await client.query(waiting)).rowCount
    },
    release: () => client.query('COMMIT'),
  }
}

test('two lists share the storage of their account', async () => {
  const servers = await twoServices()
  const { here, there } = servers
  const { user, list } = await userWithList(here)
  const other = await addList(here, user, { name: 'Party' })
  const room = 5 * bytesOf(MILK.name)
  const limit = (await storedBy(here.db, user.id)) + room
  for (const { config } of [here, there]) config.STORAGE_PER_ACCOUNT = limit
  const added = await onBoth(servers, 20, (one) =>
    addItem(one, user, { ...MILK, listId: one === here ? list.id : other.id }),
  )
  expect(outcomes(added)).toEqual({ done: 5, 'storage-limit-reached': 15 })
  expect(await storedBy(here.db, user.id)).toBe(limit)
})

test('registering the same email several times at once makes one account', async () => {
  const servers = await twoServices()
  const ada = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }
  expect(outcomes(await onBoth(servers, 4, (one) => register(one, CALLER, ada)))).toEqual({ done: 4 })
  expect(await servers.here.db.select({ n: count() }).from(users).get()).toEqual({ n: 1 })
})

test('the same request at both servers is done once, and both return its result', async () => {
  const servers = await twoServices()
  const { here } = servers
  const { user, list } = await userWithList(here)
  const added = await onBoth(servers, 10, (one) => {
    const op = answeredOp(one, user, ['POST /item', 'one-key'], MILK)
    return addItem(one, user, { ...MILK, listId: list.id }, op)
  })
  const stored = await here.db.select().from(items).all()
  expect(stored).toHaveLength(1)
  const change = await here.db.select({ id: changes.id }).from(changes).where(eq(changes.kind, 'add')).get()
  const value = { ...stored[0], currency: 'USD', change: change?.id }
  expect(added).toEqual(added.map(() => ({ status: 'fulfilled', value })))
})

test('an operation that arrives at both servers is done once, and both know its change', async () => {
  const servers = await twoServices()
  const { here } = servers
  const { user, list } = await userWithList(here)
  const ops = Array.from({ length: 5 }, newId)
  const sent = await onBoth(servers, 40, (one, n) =>
    addItem(one, user, { ...MILK, listId: list.id }, outboxOp(ops[Math.floor(n / 2) % ops.length])),
  )
  expect(outcomes(sent)).toEqual({ done: 40 })
  expect(await itemsOf(here, user, list.id)).toHaveLength(ops.length)
  const results = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(results.filter((result) => !isRepeated(result))).toHaveLength(ops.length)
  expect(new Set(results.map(({ change }) => change)).size).toBe(ops.length)
})
