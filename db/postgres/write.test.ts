import { count, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DatabaseMetrics, Db } from '#db/database.ts'
import { flashes, rateLimits } from '#db/schema.ts'
import { query, testDatabase } from '#tests/support/postgres.ts'
import { postgresProxy } from '#tests/support/postgresProxy.ts'
import { openDatabase } from './open.ts'

interface Options extends DatabaseMetrics {
  url?: string
}

async function database({ url: given, ...metrics }: Options = {}) {
  const url = given ?? (await testDatabase())
  const opened = await openDatabase(url, metrics)
  onTestFinished(() => opened.close())
  const keys = async () => {
    const rows = await opened.db.select({ id: flashes.id }).from(flashes).orderBy(flashes.id).all()
    return rows.map(({ id }) => id)
  }
  return { ...opened, url, keys, add: (id: string) => opened.write((tx) => insert(tx, id)) }
}

const insert = (tx: Db, id: string) => tx.insert(flashes).values({ id, body: '', expiresAt: 0 }).run()

const LIMIT = 10

/** Counts before it inserts: wrong wherever two units don't see each other. */
async function insertIfBelowLimit(tx: Db, id: string): Promise<boolean> {
  const row = await tx.select({ n: count() }).from(flashes).get()
  if ((row?.n ?? 0) >= LIMIT) return false
  await insert(tx, id)
  return true
}

test('of 40 concurrent units that count before they insert, 10 stay within a limit of 10', async () => {
  const { write, keys } = await database()
  const names = Array.from({ length: 40 }, (_, n) => `unit ${n}`)
  const inserted = await Promise.all(names.map((name) => write((tx) => insertIfBelowLimit(tx, name))))
  expect(inserted.filter(Boolean)).toHaveLength(LIMIT)
  expect(await keys()).toHaveLength(LIMIT)
})

test('units that change the same row lose no change', async () => {
  const { db, write } = await database()
  await write((tx) => tx.insert(rateLimits).values({ key: 'k', window: 1, count: 0 }).run())
  const increase = async (tx: Db) => {
    const row = await tx.select().from(rateLimits).get()
    await tx.update(rateLimits).set({ count: (row?.count ?? 0) + 1 })
  }
  await Promise.all(Array.from({ length: 30 }, () => write(increase)))
  expect(await db.select({ count: rateLimits.count }).from(rateLimits).get()).toEqual({ count: 30 })
})

/** Resolves when a second unit has arrived. */
function meeting() {
  let arrived = 0
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    arrived += 1
    if (arrived === 2) open()
    return opened
  }
}

test('a unit that read rows which another has changed since runs again', async () => {
  const { write, keys } = await database()
  const bothHaveRead = meeting()
  let runs = 0
  const unit = (id: string) => async (tx: Db) => {
    runs += 1
    const others = await tx.select().from(flashes).all()
    await bothHaveRead()
    await insert(tx, `${id} after ${others.length}`)
  }
  await Promise.all([write(unit('a')), write(unit('b'))])
  expect(runs).toBe(3)
  expect((await keys()).map((key) => key.slice(1))).toEqual(expect.arrayContaining([' after 0', ' after 1']))
})

test('units that lock rows in opposite order both succeed', async () => {
  const { write, db } = await database()
  await write(async (tx) => {
    for (const key of ['a', 'b']) await tx.insert(rateLimits).values({ key, window: 1, count: 0 }).run()
  })
  const bothHaveLocked = meeting()
  const change = (tx: Db, key: string) =>
    tx
      .update(rateLimits)
      .set({ count: sql`${rateLimits.count} + 1` })
      .where(eq(rateLimits.key, key))
      .run()
  const unit = (first: string, second: string) => async (tx: Db) => {
    await change(tx, first)
    await bothHaveLocked()
    await change(tx, second)
  }
  await Promise.all([write(unit('a', 'b')), write(unit('b', 'a'))])
  const counts = await db.select({ count: rateLimits.count }).from(rateLimits).all()
  expect(counts).toEqual([{ count: 2 }, { count: 2 }])
})

test('a duplicate runs three more times, then fails', async () => {
  const { write, add } = await database()
  await add('a')
  let runs = 0
  const failing = write((tx) => {
    runs += 1
    return insert(tx, 'a')
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBe(4)
})

test('a duplicate that was a race succeeds', async () => {
  const { write, keys } = await database()
  const bothHaveRead = meeting()
  const addOnce = async (tx: Db) => {
    const known = await tx.select().from(flashes).where(eq(flashes.id, 'a')).get()
    await bothHaveRead()
    if (!known) await insert(tx, 'a')
  }
  await Promise.all([write(addOnce), write(addOnce)])
  expect(await keys()).toEqual(['a'])
})

test('an error of the work itself rolls back and is passed on, without another run', async () => {
  const { write, keys, add } = await database()
  const work = vi.fn(async (tx: Db) => {
    await insert(tx, 'gone')
    throw new Error('changed my mind')
  })
  await expect(write(work)).rejects.toThrow('changed my mind')
  expect(work).toHaveBeenCalledTimes(1)
  await add('a')
  expect(await keys()).toEqual(['a'])
})

/** A unit whose every run meets a change by another program. */
async function unluckyUnit(afterRun: (run: number, tx: Db) => unknown) {
  const { write, db, url } = await database()
  await write((tx) => tx.insert(rateLimits).values({ key: 'k', window: 1, count: 0 }).run())
  let runs = 0
  const unit = write(async (tx) => {
    runs += 1
    await tx.select().from(rateLimits).get()
    await query(url, 'UPDATE rate_limits SET count = count + 1')
    await afterRun(runs, tx)
    await tx.update(rateLimits).set({ count: 100 }).run()
  })
  return { unit, runs: () => runs, stored: () => db.select().from(rateLimits).get() }
}

test('after five seconds of conflicts, a unit gives up', async () => {
  const start = performance.now()
  const { unit, runs, stored } = await unluckyUnit((run) => {
    if (run === 3) vi.spyOn(performance, 'now').mockReturnValue(start + 60_000)
  })
  await expect(unit).rejects.toMatchObject({ code: '40001' })
  expect(runs()).toBe(3)
  expect(await stored()).toMatchObject({ count: 3 })
})

test('on a slow machine, too, a unit runs alone before it gives up', async () => {
  const { write, db, url } = await database()
  await write((tx) => tx.insert(rateLimits).values({ key: 'k', window: 1, count: 0 }).run())
  const start = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => start + runs * 60_000)
  let runs = 0
  await write(async (tx) => {
    runs += 1
    await tx.select().from(rateLimits).get()
    if (runs < 3) await query(url, 'UPDATE rate_limits SET count = count + 1')
    await tx.update(rateLimits).set({ count: 100 }).run()
  })
  expect(runs).toBe(3)
  expect(await db.select({ count: rateLimits.count }).from(rateLimits).get()).toEqual({ count: 100 })
})

const LOCKS = sql`SELECT mode FROM pg_locks WHERE relation = 'larder_turns'::regclass AND pid = pg_backend_pid()`

test('after a conflict, units run again one at a time, and after another one alone', async () => {
  const locks: unknown[] = []
  const start = performance.now()
  const { unit } = await unluckyUnit(async (run, tx) => {
    locks.push(await tx.get(LOCKS))
    if (run === 4) vi.spyOn(performance, 'now').mockReturnValue(start + 60_000)
  })
  await expect(unit).rejects.toMatchObject({ code: '40001' })
  const modes = ['AccessShareLock', 'ExclusiveLock', 'AccessExclusiveLock', 'AccessExclusiveLock']
  expect(locks).toEqual(modes.map((mode) => ({ mode })))
})

test('a unit that loses against faster ones twice runs a third time and wins', async () => {
  const { write, db } = await database()
  await write((tx) => tx.insert(rateLimits).values({ key: 'k', window: 1, count: 0 }).run())
  const increase = async (tx: Db) => {
    const row = await tx.select().from(rateLimits).get()
    return (row?.count ?? 0) + 1
  }
  const rival = () =>
    write(async (tx) =>
      tx
        .update(rateLimits)
        .set({ count: await increase(tx) })
        .run(),
    )
  let runs = 0
  let last: Promise<unknown> = Promise.resolve()
  await write(async (tx) => {
    runs += 1
    const count = await increase(tx)
    last = rival()
    // The third rival waits until this unit has ended.
    if (runs < 3) await last
    await tx.update(rateLimits).set({ count }).run()
  })
  await last
  expect(runs).toBe(3)
  expect(await db.select({ count: rateLimits.count }).from(rateLimits).get()).toEqual({ count: 4 })
})

test('a unit that continued after a failed query fails as a whole', async () => {
  const { write, add, keys } = await database()
  await add('a')
  const careless = write(async (tx) => {
    await insert(tx, 'b')
    await insert(tx, 'a').catch(() => {})
  })
  await expect(careless).rejects.toThrow('continued after')
  expect(await keys()).toEqual(['a'])
})

test('a connection lost during the work fails the unit; the next one gets another connection', async () => {
  const { write, add, keys, url } = await database()
  let runs = 0
  const failing = write(async (tx) => {
    runs += 1
    await insert(tx, 'gone')
    await query(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'`,
    )
    await insert(tx, 'also gone')
  })
  await expect(failing).rejects.toMatchObject({ code: '08006' })
  expect(runs).toBe(1)
  await add('a')
  expect(await keys()).toEqual(['a'])
})

test('a connection lost during the commit fails the unit without another run, though it may be stored', async () => {
  const proxy = await postgresProxy(await testDatabase())
  const { write, add, keys } = await database({ url: proxy.url })
  await add('a')
  let runs = 0
  const failing = write(async (tx) => {
    runs += 1
    await insert(tx, 'b')
    proxy.cutAfter('COMMIT')
  })
  await expect(failing).rejects.toMatchObject({ code: '08006' })
  expect(runs).toBe(1)
  expect(await keys()).toEqual(['a', 'b'])
})

test('when all connections are in use, further units wait', async () => {
  const { write, waitingWrites, add, keys } = await database()
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const slow = Array.from({ length: 6 }, () => write(() => finished))
  const waiting = ['a', 'b'].map(add)
  expect(waitingWrites()).toBe(2)
  finish()
  await Promise.all([...slow, ...waiting])
  expect(waitingWrites()).toBe(0)
  expect(await keys()).toEqual(['a', 'b'])
})

test('reports the duration of each unit and of each read', async () => {
  const onCommit = vi.fn()
  const onRead = vi.fn()
  const { write, add, keys } = await database({ onCommit, onRead })
  await Promise.all(['a', 'b'].map(add))
  await expect(write(() => Promise.reject(new Error('planned failure')))).rejects.toThrow('planned')
  expect(onCommit.mock.calls).toEqual([
    [expect.any(Number), 1],
    [expect.any(Number), 1],
  ])
  expect(onRead).not.toHaveBeenCalled()
  await keys()
  expect(onRead.mock.calls).toEqual([[expect.any(Number)]])
})

test('acknowledged writes are stored and failed ones are not, in any combination', async () => {
  const unit = fc.record({ fails: fc.boolean(), rows: fc.integer({ min: 1, max: 3 }) })
  const { write, keys } = await database()
  await fc.assert(
    fc.asyncProperty(fc.array(unit, { maxLength: 20 }), async (units) => {
      await write((tx) => tx.delete(flashes).run())
      const idsOf = (n: number, rows: number) => Array.from({ length: rows }, (_, row) => `${n}/${row}`)
      const results = await Promise.allSettled(
        units.map(({ fails, rows }, n) =>
          write(async (tx) => {
            for (const id of idsOf(n, rows)) await insert(tx, id)
            if (fails) throw new Error('planned failure')
          }),
        ),
      )
      expect(results.map(({ status }) => status === 'rejected')).toEqual(units.map(({ fails }) => fails))
      const acknowledged = units.flatMap(({ fails, rows }, n) => (fails ? [] : idsOf(n, rows)))
      expect(await keys()).toEqual(acknowledged.sort())
    }),
    { numRuns: 20 },
  )
})
