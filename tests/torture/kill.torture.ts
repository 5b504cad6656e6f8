import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { createClient } from './support/client.ts'
import { makePeople } from './support/people.ts'
import { createRandom, report } from './support/random.ts'
import { startServer } from './support/server.ts'
import { Writer } from './support/writer.ts'

const KILLS = size('TORTURE_KILLS', { short: 3, full: 200 })
const WRITES = size('TORTURE_WRITES', { short: 200, full: 50_000 })
// In `npm test`, the machine may be busy with other tests.
const READY_WITHIN = size('TORTURE_READY_MS', { short: 60_000, full: 3_000 })

// ASVS 2.3.3
test('kill -9 under load loses no acknowledged write and leaves no partial one', async () => {
  const dataDir = temporaryFolder()
  const random = createRandom('kill')
  const writers = makePeople(dataDir, 120).map((person, n) => new Writer(person, createRandom(`writer ${n}`)))
  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledgements, 0)
  let kills = 0
  let slowest = 0
  let load: Promise<unknown> = Promise.resolve()
  while (kills < KILLS || acknowledged() < WRITES) {
    const server = await startServer(dataDir)
    slowest = Math.max(slowest, server.readyAfter)
    verify(dataDir, writers)
    const client = createClient(server.url)
    // A number of writes instead of a time, so that a busy machine does the same work.
    const target = acknowledged() + random.between(1, (2 * WRITES) / KILLS)
    await new Promise<void>((resolve, reject) => {
      const onAcknowledged = () => acknowledged() >= target && resolve()
      load = Promise.all(writers.map((writer) => writer.writeUntilItEnds(client, onAcknowledged)))
      load.then(() => resolve(), reject)
    })
    await wait(random.between(0, 30))
    await server.kill()
    await load
    client.close()
    kills += 1
    if (kills % 25 === 0) report('kill -9 so far', { kills, acknowledged: acknowledged() })
  }
  const last = await startServer(dataDir)
  verify(dataDir, writers)
  expect(await last.stop()).toBe(0)
  report('kill -9', {
    kills,
    acknowledged: acknowledged(),
    'bulk writes': writers.reduce((sum, writer) => sum + writer.bulkWrites, 0),
    lost: 0,
    partial: 0,
    'slowest start in ms': Math.round(slowest),
  })
  expect(slowest).toBeLessThan(READY_WITHIN)
})

function verify(dataDir: string, writers: Writer[]) {
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  const problems = writers.map((writer) => writer.compareWith(database)).filter(Boolean)
  expect(problems).toEqual([])
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(database.pragma('foreign_key_check')).toEqual([])
  database.close()
}
