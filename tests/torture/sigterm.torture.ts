import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { createClient } from './support/client.ts'
import { makePeople } from './support/people.ts'
import { photograph } from './support/photographer.ts'
import { report, scale } from './support/scale.ts'
import { startServer } from './support/server.ts'

const IN_FLIGHT = scale('IN_FLIGHT', { short: 60, full: 500 })

test('SIGTERM answers everything that is under way, and ends with 0 within ten seconds', async () => {
  const dataDir = temporaryFolder()
  const people = makePeople(dataDir, IN_FLIGHT)
  const server = await startServer(dataDir)
  let sent = 0
  let allSent = () => {}
  const sentAll = new Promise<void>((resolve) => {
    allSent = resolve
  })
  const client = createClient(server.url, IN_FLIGHT, () => {
    sent += 1
    if (sent === IN_FLIGHT) allSent()
  })
  const [first] = people
  if (!first) throw new Error('nobody is there')
  const kept = new Set<string>()
  let uploads = 0
  const answers = Promise.allSettled([
    photograph(server.url, first, () => uploads++ > 0),
    ...people.map(async (person) => {
      const id = newId()
      const path = `/single-list.data?listID=${person.listId}`
      const { status } = await client.post(path, person, { id, name: 'milk' })
      expect(status).toBe(200)
      kept.add(id)
    }),
  ])
  await sentAll
  const before = kept.size
  const started = performance.now()
  const code = await server.stop()
  const took = performance.now() - started
  const failed = (await answers).filter(({ status }) => status === 'rejected')
  client.close()
  expect(failed).toEqual([])
  expect(code).toBe(0)
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  const there = new Set(database.prepare('SELECT id FROM items').pluck().all())
  expect([...kept].filter((id) => !there.has(id))).toEqual([])
  database.close()
  report('SIGTERM', {
    'in flight': kept.size - before,
    answered: kept.size,
    'ended after ms': Math.round(took),
  })
  expect(took).toBeLessThan(10_000)
})
