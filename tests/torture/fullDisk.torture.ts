import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { type Client, createClient } from './support/client.ts'
import { makePeople, type Person } from './support/people.ts'
import { dice, report, scale } from './support/scale.ts'
import { startServer } from './support/server.ts'
import { canMount, smallDisk } from './support/smallDisk.ts'

const ROUNDS = scale('FULL_DISKS', { short: 3, full: 100 })
/** SQLite reuses what its log has already taken; so many writes need more than that for sure. */
const PATIENCE = 3000

test.runIf(canMount)('a full disk refuses with 507, reads go on, and room heals it', async () => {
  const moments = dice('full disk')
  const disk = smallDisk(64)
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir)
  const people = makePeople(dataDir, 200)
  const server = await startServer(dataDir)
  const client = createClient(server.url)
  const kept = new Set<string>()
  const refused = new Set<string>()
  let turn = 0

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
    const reader = people[n % people.length]
    if (!reader) throw new Error('nobody is there')
    expect((await client.get(`/single-list?listID=${reader.listId}`, reader)).status).toBe(200)
    expect((await client.get(`/?userID=${reader.id}`, reader)).status).toBe(200)
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
    // What it found is good for a second, so the answer may be a moment behind the disk.
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 5000 }).toBe(503)
    disk.makeRoom()
    await addUntil(200)
    compare(dataDir, kept, refused)
    emptyLists(dataDir, kept)
  }
  client.close()
  expect(await server.stop()).toBe(0)
  expect(server.output()).not.toContain('unexpected error')
  const after = await startServer(dataDir)
  compare(dataDir, kept, refused)
  await after.stop()
  report('full disk', { rounds: ROUNDS, kept: turn - refused.size, refused: refused.size })
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

/** So that the disk is as large for the next round. */
function emptyLists(dataDir: string, kept: Set<string>) {
  const database = new Sqlite(join(dataDir, 'larder.db'), { timeout: 10_000 })
  database.exec('DELETE FROM items')
  database.close()
  kept.clear()
}
