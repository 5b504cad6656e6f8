import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { runLarder } from '../support/operator.ts'
import { type Client, createClient } from './support/client.ts'
import { makePeople, type Person } from './support/people.ts'
import { largePhoto, upload } from './support/photographer.ts'
import { dice, report, scale } from './support/scale.ts'
import { startServer } from './support/server.ts'
import { canMount, smallDisk } from './support/smallDisk.ts'

const ROUNDS = scale('FULL_DISKS', { short: 3, full: 100 })
/** SQLite reuses what its log has already taken; so many writes need more than that for sure. */
const PATIENCE = 3000
/** So many that none of them writes more often than he may. */
const PEOPLE = 1000
/** Each has one receipt, so that they do not fill the disk for good. */
const PHOTOGRAPHERS = 10

test.runIf(canMount)('a full disk refuses with 507, reads go on, and room heals it', async () => {
  const moments = dice('full disk')
  const disk = smallDisk(64)
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir)
  const people = makePeople(dataDir, PEOPLE)
  const server = await startServer(dataDir)
  const client = createClient(server.url)
  const kept = new Set<string>()
  const refused = new Set<string>()
  let turn = 0
  const photo = await largePhoto()
  const uploads = { kept: 0, refused: 0 }

  async function add(): Promise<number> {
    const person = people[turn++ % people.length]
    if (!person) throw new Error('nobody is there')
    const id = newId()
    const { status } = await addItem(client, person, id)
    if (status === 200) kept.add(id)
    else refused.add(id)
    return status
  }

  async function addUntil(wanted: number) {
    for (let n = 0; n < PATIENCE; n += 1) {
      const statuses = await Promise.all(Array.from({ length: moments.between(1, 9) }, add))
      expect([200, 507]).toEqual(expect.arrayContaining(statuses))
      if (statuses.includes(wanted)) return
    }
    throw new Error(`never answered with ${wanted}`)
  }

  for (let n = 0; n < ROUNDS; n += 1) {
    disk.fill(moments.between(0, 12))
    await addUntil(507)
    const reader = people[n % PHOTOGRAPHERS]
    if (!reader) throw new Error('nobody is there')
    expect((await client.get(`/single-list?listID=${reader.listId}`, reader)).status).toBe(200)
    expect((await client.get(`/?userID=${reader.id}`, reader)).status).toBe(200)
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
    // What it found is good for a second, so the answer may be a moment behind the disk.
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 5000 }).toBe(503)
    expect((await upload(server.url, reader, photo)).status).toBe(507)
    uploads.refused += 1
    const backup = await runLarder(dataDir, ['backup', join(disk.folder, 'backup.tar')])
    expect(backup).toMatchObject({ code: 1, output: expect.stringMatching(/^The disk is full: /) })
    disk.makeRoom()
    await addUntil(200)
    expect((await upload(server.url, reader, photo)).status).toBe(200)
    uploads.kept += 1
    expect(readdirSync(disk.folder)).toEqual(['data'])
    compare(dataDir, kept, refused)
    compareReceipts(dataDir, Math.min(n + 1, PHOTOGRAPHERS))
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
    kept: turn - refused.size,
    refused: refused.size,
    'uploads kept': uploads.kept,
    'uploads refused': uploads.refused,
  })
})

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

/** Every row has its file, whole. */
function compareReceipts(dataDir: string, count: number) {
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  const rows = database.prepare('SELECT storage_key AS key, bytes FROM receipts').all()
  database.close()
  expect(rows).toHaveLength(count)
  for (const { key, bytes } of rows as { key: string; bytes: number }[]) {
    expect(statSync(join(dataDir, 'receipts', key.slice(0, 2), key)).size).toBe(bytes)
  }
}

/** So that the disk is as large for the next round. */
function emptyLists(dataDir: string, kept: Set<string>) {
  const database = new Sqlite(join(dataDir, 'larder.db'), { timeout: 10_000 })
  // Rows that were deleted leave their pages to the file, which takes very long to fill then.
  database.exec('DELETE FROM items; VACUUM')
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  kept.clear()
}
