import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { diskStorage } from '#app/ports/storage/disk.ts'
import { temporaryFolder } from '#tests/support/services.ts'
import { snapshot } from '#tests/support/testData.ts'
import { runLarder } from '../support/operator.ts'
import { createClient } from './support/client.ts'
import { makePeople } from './support/people.ts'
import { photograph } from './support/photographer.ts'
import { dice, report, scale } from './support/scale.ts'
import { startServer } from './support/server.ts'
import { Writer } from './support/writer.ts'

const BACKUPS = scale('BACKUPS', { short: 2, full: 40 })
const RESTORES = scale('RESTORES', { short: 6, full: 200 })

const everything = (dataDir: string) => snapshot(dataDir, diskStorage(join(dataDir, 'receipts')))

test('a backup made under load is one moment of it, and comes back exactly', async () => {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const people = makePeople(dataDir, 60)
  const writers = people.slice(5).map((person, n) => new Writer(person, dice(`backup ${n}`)))
  const server = await startServer(dataDir)
  const client = createClient(server.url, 16)
  let over = false
  const load = Promise.all(
    writers.map((writer) =>
      writer.writeUntilItEnds(
        client,
        () => {},
        () => over,
      ),
    ),
  )
  // Most have a receipt that stays; two go on replacing theirs.
  for (const person of people.slice(2, 5)) await photograph(server.url, person, once())
  const uploads = Promise.all(people.slice(0, 2).map((person) => photograph(server.url, person, () => over)))
  let receipts = 0
  for (let n = 0; n < BACKUPS; n += 1) {
    const least = writers.map((writer) => writer.revision)
    const archive = join(folder, `${n}.tar`)
    expect(await runLarder(dataDir, ['backup', archive])).toMatchObject({ code: 0 })
    const target = join(folder, 'restored')
    expect(await runLarder(target, ['restore', archive])).toMatchObject({ code: 0 })
    receipts = compare(target, writers, least)
    rmSync(target, { recursive: true })
  }
  over = true
  await load
  const uploaded = (await uploads).reduce((sum, count) => sum + count, 0)
  client.close()

  // The drill: everything is gone but the last backup.
  const last = join(folder, 'last.tar')
  await runLarder(dataDir, ['backup', last])
  const saved = await everything(dataDir)
  expect(await server.stop()).toBe(0)
  rmSync(dataDir, { recursive: true })
  await runLarder(dataDir, ['restore', last])
  expect(await everything(dataDir)).toEqual(saved)
  const again = await startServer(dataDir)
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  expect(writers.map((writer) => writer.compareWith(database)).filter(Boolean)).toEqual([])
  database.close()
  await again.stop()
  const writes = writers.reduce((sum, writer) => sum + writer.acknowledgements, 0)
  report('backup under load', { backups: BACKUPS + 1, writes, uploads: uploaded, receipts })
})

/** Every list at some moment of the backup, every receipt with its file. */
function compare(dataDir: string, writers: Writer[], least: number[]): number {
  const database = new Sqlite(join(dataDir, 'larder.db'), { readonly: true })
  const troubles = writers.map((writer, n) => writer.compareMoment(database, least[n] ?? 0))
  expect(troubles.filter(Boolean)).toEqual([])
  const rows = database.prepare('SELECT storage_key AS key, bytes FROM receipts').all()
  for (const { key, bytes } of rows as { key: string; bytes: number }[]) {
    expect(readFileSync(join(dataDir, 'receipts', key.slice(0, 2), key)).length).toBe(bytes)
  }
  database.close()
  return rows.length
}

test('a restore that is killed leaves the former data or the restored data, whole', async () => {
  const folder = temporaryFolder()
  const moments = dice('restore')
  const saved = join(folder, 'saved')
  await household(saved, 3)
  const archive = join(folder, 'saved.tar')
  await runLarder(saved, ['backup', archive])
  const former = join(folder, 'former')
  await household(former, 1)
  const states = { former: await everything(former), restored: await everything(saved) }
  const seen = { former: 0, restored: 0, finished: 0 }
  const target = join(folder, 'target')
  let longest = 1000
  for (let n = 0; n < RESTORES; n += 1) {
    cpSync(former, target, { recursive: true })
    const started = performance.now()
    const after = moments.between(0, longest)
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
    expect(now).toEqual(isRestored ? states.restored : states.former)
    seen[isRestored ? 'restored' : 'former'] += 1
    rmSync(target, { recursive: true })
  }
  report('restores killed', { restores: RESTORES, ...seen })
})

/** Lists and receipts, made through the server. */
async function household(dataDir: string, size: number) {
  const people = makePeople(dataDir, size)
  const server = await startServer(dataDir)
  for (const person of people) await photograph(server.url, person, once())
  await server.stop()
}

function once() {
  let asked = 0
  return () => asked++ > 0
}
