import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { runLarder } from '../support/operator.ts'
import { type Client, createClient } from './support/client.ts'
import { makePeople, type Person } from './support/people.ts'
import { report } from './support/random.ts'
import { startServer } from './support/server.ts'
import { breakableDisk, canBreak } from './support/smallDisk.ts'
import { largePhoto, upload, uploadReceipts } from './support/uploads.ts'

const ROUNDS = size('TORTURE_READ_ONLY_DISKS', { short: 1, full: 20 })

// ASVS 16.5.2 16.5.3
test.runIf(canBreak)('with a read-only disk, writes get 507 and reads work', async () => {
  const disk = breakableDisk(64)
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir)
  const people = makePeople(dataDir, ROUNDS + 1)
  const photo = await largePhoto(600)
  const kept = new Set<string>()
  const refused = new Set<string>()
  for (let n = 0; n < ROUNDS; n += 1) {
    const person = people[n]
    if (!person) throw new Error('no such user')
    const server = await startServer(dataDir)
    const client = createClient(server.url)
    const add = async () => {
      const id = newId()
      const { status } = await addItem(client, person, id)
      ;(status === 200 ? kept : refused).add(id)
      return status
    }
    for (let item = 0; item < 20; item += 1) expect(await add()).toBe(200)
    await uploadReceipts(server.url, person, once())
    disk.breakDown()
    for (let item = 0; item < 5; item += 1) expect(await add()).toBe(507)
    expect((await upload(server.url, person, photo)).status).toBe(507)
    const pages = [
      `/single-list?listID=${person.listId}`,
      `/?userID=${person.id}`,
      `/receipt/${person.listId}`,
    ]
    for (const path of pages) expect((await client.get(path, person)).status).toBe(200)
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 5000 }).toBe(503)
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
    const elsewhere = join(temporaryFolder(), 'saved.tar')
    // A backup to another disk must still work.
    expect(await runLarder(dataDir, ['backup', join(disk.folder, 'x.tar')])).toMatchObject({ code: 1 })
    expect(await runLarder(dataDir, ['backup', elsewhere])).toMatchObject({ code: 0 })
    client.close()
    await server.stop()
    expect(server.output()).not.toContain('unexpected error')
    disk.repair()
    expect(readdirSync(disk.folder).filter((name) => name.includes('.tar'))).toEqual([])
    compare(dataDir, kept, refused)
  }
  const after = await startServer(dataDir)
  compare(dataDir, kept, refused)
  expect(await after.stop()).toBe(0)
  report('read-only disk', { rounds: ROUNDS, kept: kept.size, refused: refused.size })
})

function addItem(client: Client, person: Person, id: string) {
  return client.post(`/single-list.data?listID=${person.listId}`, person, { id, name: 'milk' })
}

function compare(dataDir: string, kept: Set<string>, refused: Set<string>) {
  const database = new Sqlite(join(dataDir, 'larder.db'))
  const there = new Set(database.prepare('SELECT id FROM items').pluck().all().map(String))
  expect([...kept].filter((id) => !there.has(id))).toEqual([])
  expect([...refused].filter((id) => there.has(id))).toEqual([])
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
}

function once() {
  let calls = 0
  return () => calls++ > 0
}
