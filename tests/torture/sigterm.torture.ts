import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { DRAIN_LIMIT } from '#app/http/shutdown.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { createClient } from './support/client.ts'
import { makePeople, type Person } from './support/people.ts'
import { report } from './support/random.ts'
import { startServer } from './support/server.ts'
import { subscribe } from './support/socket.ts'
import { largePhoto, upload } from './support/uploads.ts'

const IN_FLIGHT = size('TORTURE_IN_FLIGHT', { short: 60, full: 500 })
const UPLOADS = size('TORTURE_UPLOADS_IN_FLIGHT', { short: 2, full: 4 })
/** For one upload: a machine that takes longer may not manage all of them before the server has to exit. */
const BUSY_ABOVE_MS = 2_000
const SOCKETS = size('TORTURE_SOCKETS', { short: 10, full: 100 })

test('on SIGTERM, the server finishes open requests and exits with 0 within ten seconds', async () => {
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
  const sockets = await Promise.all(people.slice(0, SOCKETS).map((person) => subscribe(server.url, person)))
  const photo = await largePhoto()
  const beforeUpload = performance.now()
  expect(await upload(server.url, people[IN_FLIGHT - 1] as Person, photo)).toMatchObject({ status: 200 })
  const isBusy = performance.now() - beforeUpload > BUSY_ABOVE_MS
  const kept = new Set<string>()
  const uploaded: number[] = []
  const responses = Promise.allSettled([
    ...people.slice(0, UPLOADS).map(async (person) => {
      uploaded.push((await upload(server.url, person, photo)).status)
    }),
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
  const duration = performance.now() - started
  const failed = (await responses).filter(({ status }) => status === 'rejected')
  client.close()
  report('SIGTERM', {
    'in flight': kept.size - before,
    answered: kept.size,
    uploads: UPLOADS,
    sockets: sockets.length,
    'exit after ms': Math.round(duration),
  })
  // A busy machine gets no more time: Docker and systemd would kill the server.
  const inTime = !isBusy || duration < DRAIN_LIMIT
  if (inTime) expect(failed).toEqual([])
  expect(code).toBe(0)
  if (inTime) expect(uploaded).toEqual(Array(UPLOADS).fill(200))
  // Browsers reconnect automatically after this code.
  for (const { closed } of sockets) expect(await closed).toBe(1012)
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  const there = new Set(database.prepare('SELECT id FROM items').pluck().all())
  expect([...kept].filter((id) => !there.has(id))).toEqual([])
  const receipts = database.prepare('SELECT count(*) FROM receipts').pluck().get()
  if (inTime) expect(receipts).toBe(UPLOADS + 1)
  database.close()
  if (inTime) expect(duration).toBeLessThan(10_000)
})
