import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { diskStorage } from '#app/ports/storage/disk.ts'
import { nightly } from '#tests/support/nightly.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { size } from '#tests/support/size.ts'
import { snapshotOfFolder } from '#tests/support/testData.ts'
import { runLarder } from '../support/operator.ts'
import { createClient } from './support/client.ts'
import { makePeople } from './support/people.ts'
import { createRandom, report } from './support/random.ts'
import { startServer } from './support/server.ts'
import { uploadReceipts } from './support/uploads.ts'
import { Writer } from './support/writer.ts'

const BACKUPS = size('TORTURE_BACKUPS', { short: 2, full: 40 })
const RESTORES = size('TORTURE_RESTORES', { short: 6, full: 200 })

/** A restore leaves out what signs somebody in. */
const everything = (dataDir: string) =>
  snapshotOfFolder(dataDir, diskStorage(join(dataDir, 'receipts')), ['sessions', 'tokens', 'api_tokens'])

test('a backup under load is consistent and can be restored exactly', async () => {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const people = makePeople(dataDir, 60)
  const writers = people.slice(5).map((person, n) => new Writer(person, createRandom(`backup ${n}`)))
  const server = await startServer(dataDir)
  const client = createClient(server.url, 16)
  let stopped = false
  const load = Promise.all(
    writers.map((writer) =>
      writer.writeUntilItEnds(
        client,
        () => {},
        () => stopped,
      ),
    ),
  )
  // Three users keep one receipt; two replace theirs all the time.
  for (const person of people.slice(2, 5)) await uploadReceipts(server.url, person, once())
  const uploads = Promise.all(
    people.slice(0, 2).map((person) => uploadReceipts(server.url, person, () => stopped)),
  )
  let receipts = 0
  for (let n = 0; n < BACKUPS; n += 1) {
    const minRevisions = writers.map((writer) => writer.revision)
    const archive = join(folder, `${n}.tar`)
    expect(await runLarder(dataDir, ['backup', archive])).toMatchObject({ code: 0 })
    const target = join(folder, 'restored')
    expect(await runLarder(target, ['restore', archive])).toMatchObject({ code: 0 })
    receipts = compare(target, writers, minRevisions)
    rmSync(target, { recursive: true })
  }
  stopped = true
  await load
  const uploaded = (await uploads).reduce((sum, count) => sum + count, 0)
  client.close()

  // Disaster recovery: delete everything except the last backup.
  const last = join(folder, 'last.tar')
  await runLarder(dataDir, ['backup', last])
  const saved = await everything(dataDir)
  expect(await server.stop()).toBe(0)
  rmSync(dataDir, { recursive: true })
  await runLarder(dataDir, ['restore', last])
  expect(await everything(dataDir)).toEqual(saved)
  const restarted = await startServer(dataDir)
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  expect(writers.map((writer) => writer.compareWith(database)).filter(Boolean)).toEqual([])
  database.close()
  await restarted.stop()
  const writes = writers.reduce((sum, writer) => sum + writer.acknowledgements, 0)
  report('backup under load', { backups: BACKUPS + 1, writes, uploads: uploaded, receipts })
})

/** Checks that each list has a state from during the backup, and each receipt its file. */
function compare(dataDir: string, writers: Writer[], minRevisions: number[]): number {
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  const problems = writers.map((writer, n) => writer.compareSnapshot(database, minRevisions[n] ?? 0))
  expect(problems.filter(Boolean)).toEqual([])
  const rows = database.prepare('SELECT storage_key AS key, bytes FROM receipts').all()
  for (const { key, bytes } of rows as { key: string; bytes: number }[]) {
    expect(readFileSync(join(dataDir, 'receipts', key.slice(0, 2), key)).length).toBe(bytes)
  }
  database.close()
  return rows.length
}

nightly('a killed restore leaves either the old or the restored data, complete', async () => {
  const folder = temporaryFolder()
  const random = createRandom('restore')
  const saved = join(folder, 'saved')
  await createData(saved, 3)
  const archive = join(folder, 'saved.tar')
  await runLarder(saved, ['backup', archive])
  const old = join(folder, 'old')
  await createData(old, 1)
  const states = { old: await everything(old), restored: await everything(saved) }
  const seen = { old: 0, restored: 0, finished: 0 }
  const target = join(folder, 'target')
  let longest = 1000
  for (let n = 0; n < RESTORES; n += 1) {
    cpSync(old, target, { recursive: true })
    const started = performance.now()
    const after = random.between(0, longest)
    const interrupt = (kill: () => void) => void wait(after).then(kill)
    const { code } = await runLarder(target, ['restore', archive], { interrupt })
    if (code === 0) {
      seen.finished += 1
      longest = Math.ceil(performance.now() - started)
    }
    const decided = existsSync(join(target, 'restoring/decided'))
    const server = await startServer(target)
    await server.stop()
    const now = await everything(target)
    const isRestored = code === 0 || decided || readdirSync(target).some((name) => name.startsWith('before-'))
    expect(now).toEqual(isRestored ? states.restored : states.old)
    seen[isRestored ? 'restored' : 'old'] += 1
    rmSync(target, { recursive: true })
  }
  report('restores killed', { restores: RESTORES, ...seen })
})

/** Creates lists and receipts through the server. */
async function createData(dataDir: string, size: number) {
  const people = makePeople(dataDir, size)
  const server = await startServer(dataDir)
  for (const person of people) await uploadReceipts(server.url, person, once())
  await server.stop()
}

function once() {
  let calls = 0
  return () => calls++ > 0
}
