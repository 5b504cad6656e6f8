import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import type { DatabaseMetrics } from '../database.ts'
import { rateLimits } from '../schema.ts'
import { openDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'

/** Its clock stands still, so that commits are only split on purpose. */
function database(metrics: DatabaseMetrics = {}) {
  vi.useFakeTimers({ toFake: ['performance'] })
  const file = join(temporaryFolder(), 'larder.db')
  migrateDatabase(file)
  const opened = openDatabase(file, metrics)
  onTestFinished(() => opened.close())
  const keys = async () => {
    const rows = await opened.db.select().from(rateLimits).all()
    return rows.map((row) => row.key)
  }
  const add = (key: string) =>
    opened.write((tx) => tx.insert(rateLimits).values({ key, window: 0, count: 0 }).run())
  return { ...opened, keys, add }
}

function commitsOf({ writer }: ReturnType<typeof database>) {
  const exec = vi.spyOn(writer, 'exec')
  return () => exec.mock.calls.filter(([sql]) => sql === 'COMMIT').length
}

test('writes from the same tick share a commit', async () => {
  const opened = database()
  const commits = commitsOf(opened)
  await Promise.all(['a', 'b', 'c'].map(opened.add))
  expect(commits()).toBe(1)
  expect(await opened.keys()).toEqual(['a', 'b', 'c'])
})

test('reports the duration and size of each commit, and the duration of each read', async () => {
  const onCommit = vi.fn()
  const onRead = vi.fn()
  const { write, add, keys, db } = database({ onCommit, onRead })
  await Promise.all(['a', 'b', 'c'].map(add))
  await Promise.allSettled([add('d'), write(() => Promise.reject(new Error('planned failure')))])
  expect(onCommit.mock.calls).toEqual([
    [expect.any(Number), 3],
    [expect.any(Number), 2],
  ])
  expect(onRead).not.toHaveBeenCalled()
  expect(await keys()).toEqual(['a', 'b', 'c', 'd'])
  expect((await db.select().from(rateLimits).limit(1).get())?.key).toBe('a')
  expect(onRead.mock.calls).toEqual([[expect.any(Number)], [expect.any(Number)]])
})

test('writes from consecutive callbacks of one event loop tick share a commit', async () => {
  const opened = database()
  const commits = commitsOf(opened)
  const inNextTick = (key: string) => new Promise((resolve) => setImmediate(() => resolve(opened.add(key))))
  await Promise.all(['a', 'b', 'c'].map(inNextTick))
  expect(commits()).toBe(1)
})

test('writes queued during a commit share the next one', async () => {
  const opened = database()
  const commits = commitsOf(opened)
  const first = opened.write(async (tx) => {
    await tx.insert(rateLimits).values({ key: 'first', window: 0, count: 0 }).run()
    for (const key of ['a', 'b', 'c']) void opened.add(key)
  })
  await first
  await opened.add('last')
  expect(commits()).toBe(2)
})

test('a long queue is committed in batches', async () => {
  const opened = database()
  const commits = commitsOf(opened)
  await Promise.all(Array.from({ length: 65 }, (_, n) => opened.add(String(n))))
  expect(commits()).toBe(2)
})

test('after some milliseconds of writing, other requests get a turn', async () => {
  const opened = database()
  const commits = commitsOf(opened)
  const done: string[] = []
  const slow = async (name: string) => {
    await opened.write(async () => void vi.advanceTimersByTime(11))
    done.push(name)
  }
  const other = async () => {
    for (let turn = 1; done.length < 3; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (done.at(-1) !== 'other') done.push('other')
      if (turn > 50) break
    }
  }
  await Promise.all([slow('a'), slow('b'), other()])
  expect(commits()).toBe(2)
  expect(done.filter((name) => name !== 'other')).toEqual(['a', 'b'])
  expect(done.indexOf('b') - done.indexOf('a')).toBe(2)
})

test('after a long unit of work, the next one waits as long', async () => {
  const opened = database()
  const done: string[] = []
  const all = ['a', 'b'].map((key) =>
    opened.write(async () => {
      vi.advanceTimersByTime(80)
      done.push(key)
    }),
  )
  const started = process.hrtime.bigint()
  await Promise.all(all)
  expect(done).toEqual(['a', 'b'])
  expect(Number(process.hrtime.bigint() - started) / 1e6).toBeGreaterThan(70)
})

test('units of work never overlap, even when they wait', async () => {
  const { write } = database()
  const steps: string[] = []
  const unit = (name: string) =>
    write(async () => {
      steps.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      steps.push(`${name} ends`)
    })
  await Promise.all([unit('a'), unit('b')])
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('a failed unit rolls back only its own changes', async () => {
  const { add, write, keys } = database()
  const failing = write(async (tx) => {
    await tx.insert(rateLimits).values({ key: 'gone', window: 0, count: 0 }).run()
    throw new Error('changed my mind')
  })
  const neighbours = [add('before'), add('after')]
  await expect(failing).rejects.toThrow('changed my mind')
  await Promise.all(neighbours)
  expect(await keys()).toEqual(['before', 'after'])
})

test('no write resolves before the commit', async () => {
  const opened = database()
  const inTransaction: boolean[] = []
  const check = () => inTransaction.push(opened.writer.inTransaction)
  await Promise.all(['a', 'b'].map((key) => opened.add(key).then(check)))
  expect(inTransaction).toEqual([false, false])
})

test('when a commit fails, all its writes reject and the next commit works', async () => {
  const opened = database()
  const { writer, add, keys } = opened
  const exec = writer.exec.bind(writer)
  vi.spyOn(writer, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT') throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
    return exec(sql)
  })
  const results = await Promise.allSettled([add('a'), add('b')])
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  vi.mocked(writer.exec).mockRestore()
  await add('c')
  expect(await keys()).toEqual(['c'])
})

test('a full disk fails the write but not reads', async () => {
  const { writer, write, add, keys } = database()
  await add('a')
  writer.pragma(`max_page_count=${writer.pragma('page_count', { simple: true })}`)
  const much = write((tx) =>
    tx
      .insert(rateLimits)
      .values({ key: 'x'.repeat(1_000_000), window: 0, count: 0 })
      .run(),
  )
  await expect(much).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  expect(await keys()).toEqual(['a'])
  await add('b')
})

test('acknowledged writes are stored and failed ones are not, in any combination', async () => {
  const unit = fc.record({ fails: fc.boolean(), waits: fc.boolean(), rows: fc.integer({ min: 1, max: 3 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(unit, { maxLength: 20 }), async (units) => {
      const { write, keys, writer } = database()
      writer.exec('DELETE FROM rate_limits')
      const results = await Promise.allSettled(
        units.map(({ fails, waits, rows }, n) =>
          write(async (tx) => {
            for (let row = 0; row < rows; row++) {
              await tx
                .insert(rateLimits)
                .values({ key: `${n}/${row}`, window: 0, count: 0 })
                .run()
              if (waits) await null
            }
            if (fails) throw new Error('planned failure')
          }),
        ),
      )
      const acknowledged = units.flatMap(({ rows }, n) =>
        results[n]?.status === 'fulfilled' ? Array.from({ length: rows }, (_, row) => `${n}/${row}`) : [],
      )
      expect((await keys()).sort()).toEqual(acknowledged.sort())
      expect(results.map((result) => result.status === 'rejected')).toEqual(units.map((u) => u.fails))
    }),
    { numRuns: 20 },
  )
})
