import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { createClient } from './support/client.ts'
import { makePeople } from './support/people.ts'
import { quantile } from './support/quantile.ts'
import { createRandom, report } from './support/random.ts'
import { startServer } from './support/server.ts'
import { subscribe } from './support/socket.ts'
import { uploadReceipts } from './support/uploads.ts'
import { Writer } from './support/writer.ts'

const MINUTES = size('TORTURE_SOAK_MINUTES', { short: 0.1, full: 30 })
const LISTENERS = size('TORTURE_SOAK_LISTENERS', { short: 10, full: 50 })
/** In total: 20 users with a limit of 30 uploads an hour each. */
const PHOTOS = 500
const EVERY_MS = Math.min(5_000, (MINUTES * 60_000) / 10)

test('memory and open files stay constant under mixed load', async () => {
  const dataDir = temporaryFolder()
  const people = makePeople(dataDir, 300)
  const server = await startServer(dataDir, { LOG_LEVEL: 'error' })
  const client = createClient(server.url, 8)
  const random = createRandom('soak')
  const times: number[] = []
  const samples: { minute: number; megabytes: number; files: number }[] = []
  const started = performance.now()
  const minute = () => (performance.now() - started) / 60_000
  const over = () => minute() >= MINUTES
  const sampling = setInterval(
    () => samples.push({ minute: minute(), ...usage(server.process.pid) }),
    EVERY_MS,
  )

  // Users take turns, because each is limited to 120 writes a minute.
  const writers = people.slice(100).map((person, n) => new Writer(person, createRandom(`soak ${n}`)))
  async function write(assigned: Writer[]) {
    for (let n = 0; !over(); n += 1) {
      const writer = assigned[n % assigned.length]
      const until = (writer?.acknowledgements ?? 0) + 5
      await writer?.writeUntilItEnds(
        client,
        () => {},
        () => over() || writer.acknowledgements >= until,
      )
    }
  }
  async function read() {
    while (!over()) {
      const person = random.pick(people)
      const path = random.chance(0.7) ? `/single-list?listID=${person.listId}` : `/?userID=${person.id}`
      const { status, ms } = await client.get(path, person)
      expect(status).toBe(200)
      times.push(ms)
    }
  }
  // Open pages: each disconnects after a while, then another one connects.
  let visits = 0
  async function openPages(assigned: typeof people) {
    for (; !over(); visits += 1) {
      const page = await subscribe(server.url, random.pick(assigned))
      await wait(random.between(500, 5_000))
      page.disconnect()
      expect(await page.closed).toBe(1005)
    }
  }
  let uploads = 0
  async function uploadPhotos() {
    const uploaders = people.slice(0, 20)
    for (let n = 0; n < PHOTOS && !over(); n += 1) {
      const person = uploaders[n % uploaders.length]
      let calls = 0
      if (person) uploads += await uploadReceipts(server.url, person, () => calls++ > 0)
      await wait((MINUTES * 60_000) / PHOTOS)
    }
  }
  await Promise.all([
    write(writers.slice(0, 100)),
    write(writers.slice(100)),
    read(),
    read(),
    uploadPhotos(),
    ...Array.from({ length: LISTENERS }, (_, n) => openPages(people.slice(n * 5, n * 5 + 5))),
  ])
  clearInterval(sampling)
  client.close()
  const errors = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
  expect(await server.stop()).toBe(0)
  expect(errors).toEqual([])
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  expect(writers.map((writer) => writer.compareWith(database)).filter(Boolean)).toEqual([])
  database.close()

  // The first third is warm-up.
  const warm = samples.filter((sample) => sample.minute > MINUTES / 3)
  const slope = slopeOf(warm.map(({ minute, megabytes }) => [minute, megabytes]))
  const files = warm.map((sample) => sample.files)
  report('soak', {
    minutes: MINUTES,
    reads: times.length,
    uploads,
    'visits by socket': visits,
    writes: writers.reduce((sum, writer) => sum + writer.acknowledgements, 0),
    'p99 of reads in ms': Math.round(quantile(times, 0.99)),
    'first MB': Math.round(warm[0]?.megabytes ?? 0),
    'last MB': Math.round(warm.at(-1)?.megabytes ?? 0),
    'MB a minute': slope.toFixed(3),
    'open files': `${Math.min(...files)} to ${Math.max(...files)}`,
  })
  // The number fluctuates with the connections, but must not grow.
  const middle = Math.floor(files.length / 2)
  expect(quantile(files.slice(middle), 0.5) - quantile(files.slice(0, middle), 0.5)).toBeLessThan(10)
  if (MINUTES >= 10) expect(slope).toBeLessThan(1)
})

function usage(pid = 0) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  return { megabytes, files: readdirSync(`/proc/${pid}/fd`).length }
}

/** Least squares fit. */
function slopeOf(points: [x: number, y: number][]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const above = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0)
  const below = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  return above / below
}
