import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { migrateDatabase } from '#db/sqlite/migrate.ts'
import { firstMigrations } from '#tests/support/migrations.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { isFull, size } from '#tests/support/size.ts'
import { runLarder } from '../support/operator.ts'
import { type Client, createClient } from './support/client.ts'
import { makePeople, type Person } from './support/people.ts'
import { createRandom, report } from './support/random.ts'
import { startServer } from './support/server.ts'
import { canMount, smallDisk } from './support/smallDisk.ts'
import { largePhoto, upload } from './support/uploads.ts'

const ROUNDS = size('TORTURE_FULL_DISKS', { short: 3, full: 100 })
/** Enough writes to exceed the space that SQLite's WAL can reuse. */
const MAX_ATTEMPTS = 3000
/** Enough that no user reaches the limit for writes. */
const USERS = 1000
/** One receipt each, so that receipts don't fill the disk permanently. */
const UPLOADERS = 10

test.runIf(canMount)('without room for a copy, an update says so and changes nothing', async () => {
  const disk = smallDisk(64)
  const dataDir = join(disk.folder, 'data')
  const file = join(dataDir, 'larder.db')
  migrateDatabase(file, firstMigrations(14))
  const database = new Sqlite(file)
  database.exec(`INSERT INTO flashes WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
    SELECT i, hex(zeroblob(2000)), 0 FROM n`)
  database.close()
  const before = readFileSync(file)
  disk.fill(100)
  await expect(startServer(dataDir)).rejects.toThrow(
    /DATA_DIR: before Larder updates the database, it saves a copy, and the disk has no room for it \(2\.\d MB\)\. Free some space and start Larder again\. Nothing was changed\.\n$/,
  )
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(dataDir).filter((name) => name.includes('before'))).toEqual([])
  disk.freeSpace()
  const server = await startServer(dataDir)
  expect(server.output()).toContain(`A copy from before is in ${file}.before-0014_household`)
  expect(await server.stop()).toBe(0)
})

// ASVS 16.5.2 16.5.3
test.runIf(canMount)(
  'with a full disk, writes get 507 and reads work; with free space, writes work again',
  async () => {
    const random = createRandom('full disk')
    const disk = smallDisk(64)
    const dataDir = join(disk.folder, 'data')
    mkdirSync(dataDir)
    const people = makePeople(dataDir, USERS)
    const server = await startServer(dataDir)
    const client = createClient(server.url)
    const kept = new Set<string>()
    const refused = new Set<string>()
    let attempts = 0
    const photo = await largePhoto()
    const uploads = { kept: 0, refused: 0 }

    async function add(): Promise<number> {
      const person = people[attempts++ % people.length]
      if (!person) throw new Error('no such user')
      const id = newId()
      const { status } = await addItem(client, person, id)
      if (status === 200) kept.add(id)
      else refused.add(id)
      return status
    }

    async function addUntil(expected: number) {
      for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
        const statuses = await Promise.all(Array.from({ length: random.between(1, 9) }, add))
        expect([200, 507]).toEqual(expect.arrayContaining(statuses))
        if (statuses.includes(expected)) return
      }
      throw new Error(`never got ${expected}`)
    }

    for (let n = 0; n < ROUNDS; n += 1) {
      disk.fill(random.between(0, 12))
      await addUntil(507)
      const reader = people[n % UPLOADERS]
      if (!reader) throw new Error('no such user')
      expect((await client.get(`/single-list?listID=${reader.listId}`, reader)).status).toBe(200)
      expect((await client.get(`/?userID=${reader.id}`, reader)).status).toBe(200)
      expect((await fetch(`${server.url}/livez`)).status).toBe(200)
      // /readyz caches its result for a second.
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 5000 }).toBe(503)
      expect((await upload(server.url, reader, photo)).status).toBe(507)
      uploads.refused += 1
      const backup = await runLarder(dataDir, ['backup', join(disk.folder, 'backup.tar')])
      expect(backup).toMatchObject({ code: 1, output: expect.stringMatching(/^The disk is full: /) })
      disk.freeSpace()
      await addUntil(200)
      expect((await upload(server.url, reader, photo)).status).toBe(200)
      uploads.kept += 1
      expect(readdirSync(disk.folder)).toEqual(['data'])
      compare(dataDir, kept, refused)
      compareReceipts(dataDir, Math.min(n + 1, UPLOADERS))
      emptyLists(dataDir, kept)
    }
    client.close()
    expect(await server.stop()).toBe(0)
    expect(server.output()).not.toContain('unexpected error')
    const after = await startServer(dataDir)
    compare(dataDir, kept, refused)
    await after.stop()
    report('full disk', {
      rounds: ROUNDS,
      kept: attempts - refused.size,
      refused: refused.size,
      'uploads kept': uploads.kept,
      'uploads refused': uploads.refused,
    })
  },
)

test.runIf(canMount && isFull)(
  'a restore without room changes nothing and says so; with room, it works',
  async () => {
    const disk = smallDisk(64)
    const [saved, dataDir] = [temporaryFolder(), join(disk.folder, 'data')]
    const archive = join(saved, 'larder.tar')
    const [person] = makePeople(saved, 1)
    const server = await startServer(saved)
    for (let n = 0; n < 4; n += 1) {
      if (person) expect((await upload(server.url, person, await largePhoto(2000))).status).toBe(200)
    }
    await server.stop()
    cpSync(saved, dataDir, { recursive: true })
    expect((await runLarder(saved, ['backup', archive])).code).toBe(0)
    const before = readdirSync(dataDir).sort()
    for (const blocks of [1500, 100, 10]) {
      disk.fill(blocks)
      expect(await runLarder(dataDir, ['restore', archive])).toMatchObject({
        code: 1,
        output: expect.stringMatching(
          /^There is not enough room in .*: the backup needs [\d.]+ MB in addition to the current data\. Nothing was changed\.$/m,
        ),
      })
      expect(readdirSync(dataDir).sort()).toEqual(before)
      disk.freeSpace()
    }
    expect((await runLarder(dataDir, ['check'])).code).toBe(0)
    expect((await runLarder(dataDir, ['restore', archive])).code).toBe(0)
  },
)

function addItem(client: Client, person: Person, id: string) {
  return client.post(`/single-list.data?listID=${person.listId}`, person, { id, name: 'x'.repeat(200) })
}

function compare(dataDir: string, kept: Set<string>, refused: Set<string>) {
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  const there = new Set(database.prepare('SELECT id FROM items').pluck().all().map(String))
  expect([...kept].filter((id) => !there.has(id))).toEqual([])
  expect([...refused].filter((id) => there.has(id))).toEqual([])
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
}

/** Each receipt has its complete file. */
function compareReceipts(dataDir: string, count: number) {
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  const rows = database.prepare('SELECT storage_key AS key, bytes FROM receipts').all()
  database.close()
  expect(rows).toHaveLength(count)
  for (const { key, bytes } of rows as { key: string; bytes: number }[]) {
    expect(statSync(join(dataDir, 'receipts', key.slice(0, 2), key)).size).toBe(bytes)
  }
}

/** Frees the space for the next round. */
function emptyLists(dataDir: string, kept: Set<string>) {
  const database = new Sqlite(join(dataDir, 'larder.db'), { timeout: 10_000 })
  // Without VACUUM, the file keeps the free pages and takes very long to fill again.
  database.exec('DELETE FROM items; VACUUM')
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  kept.clear()
}
