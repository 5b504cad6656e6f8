import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { openConnection } from '#db/sqlite/client.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { createClient } from './support/client.ts'
import { makePeople } from './support/people.ts'
import { quantile } from './support/quantile.ts'
import { report } from './support/random.ts'
import { startServer } from './support/server.ts'

const READS_WITHIN = size('TORTURE_READ_MS', { short: 20_000, full: 500 })

test('while another process locks the database, reads work and writes get 503', async () => {
  const dataDir = temporaryFolder()
  const [ada, bob] = makePeople(dataDir, 2)
  if (!ada || !bob) throw new Error('no such user')
  const server = await startServer(dataDir)
  const client = createClient(server.url)
  const add = (id: string) => client.post(`/single-list.data?listID=${ada.listId}`, ada, { id, name: 'milk' })
  const other = openConnection(join(dataDir, 'larder.db'))

  // A short lock only delays the write.
  other.exec('BEGIN IMMEDIATE')
  const waiting = add(newId())
  const reads: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const { status, ms } = await client.get(`/single-list?listID=${bob.listId}`, bob)
    expect(status).toBe(200)
    reads.push(ms)
  }
  other.exec('ROLLBACK')
  expect((await waiting).status).toBe(200)

  other.exec('BEGIN IMMEDIATE')
  const refused = await add(newId())
  expect(refused.status).toBe(503)
  expect(refused.ms).toBeGreaterThan(4_000)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  other.exec('ROLLBACK')
  await wait(1_100) // /readyz caches its result for a second.
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect((await add(newId())).status).toBe(200)
  other.close()
  client.close()
  await server.stop()
  const p99 = quantile(reads, 0.99)
  report('locked database', {
    'p99 of reads in ms': Math.round(p99),
    'refused after ms': Math.round(refused.ms),
  })
  expect(p99).toBeLessThan(READS_WITHIN)
})
