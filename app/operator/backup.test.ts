import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import { createToken } from '#app/domain/accounts/apiTokens.ts'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { mintToken } from '#app/domain/accounts/tokens.ts'
import { newId } from '#app/domain/ids.ts'
import { Link } from '#app/domain/sharing/inputs.ts'
import { createLink, guestFor, linksOf } from '#app/domain/sharing/links.ts'
import { HOUR } from '#app/domain/time.ts'
import { createLog } from '#app/http/log.ts'
import { diskStorage } from '#app/ports/storage/disk.ts'
import { createServices } from '#app/services.server.ts'
import { receipts, users } from '#db/schema.ts'
import { copyDatabase } from '#db/sqlite/copy.ts'
import { addUser, temporaryFolder } from '#tests/support/services.ts'
import { addFullList, putReceipt, snapshotOfFolder } from '#tests/support/testData.ts'
import { canMount, smallDisk } from '#tests/torture/support/smallDisk.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

function larderIn(dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  return createServices(config, createLog('silent'))
}

const disk = (dataDir: string) => diskStorage(join(dataDir, 'receipts'))
const everything = (dataDir: string) => snapshotOfFolder(dataDir, disk(dataDir))

/** Sample data, its backup, and all rows and files at that moment. */
async function savedData() {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const archive = join(folder, 'larder.tar')
  const services = await larderIn(dataDir)
  const user = await addUser(services)
  await addFullList(services, user)
  await addFullList(services, user, { receipt: 40_000 })
  const manifest = await makeBackup({ dataDir, storage: services.storage }, archive)
  return { folder, dataDir, archive, services, user, manifest, saved: await everything(dataDir) }
}

test('a backup contains every row and receipt and restores them to an empty folder', async () => {
  const { folder, archive, services, manifest, saved } = await savedData()
  await services.close()
  expect(manifest.contents).toEqual({ users: 1, lists: 2, items: 6, receipts: 2 })
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  const newDir = join(folder, 'new/data')
  const { oldData } = await restoreBackup({ dataDir: newDir, receiptStorage: undefined }, archive)
  expect(await everything(newDir)).toEqual(saved)
  expect(oldData).toBeUndefined()
})

// security: restored-sessions
test('a restore revives no session, no link to reset a password or confirm an email, and no API token', async () => {
  const { dataDir, archive, services, user } = await savedData()
  const signIns = async () => {
    const database = new Sqlite(join(dataDir, 'larder.db'))
    const count = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    const counts = ['sessions', 'tokens', 'api_tokens', 'users'].map(count)
    database.close()
    return counts
  }
  await services.write(async (tx) => {
    await startSession(tx, user.id)
    await mintToken(tx, 'reset', user.id)
    await mintToken(tx, 'verify', user.id)
  })
  await createToken(services, user, { id: newId(), name: 'Kitchen' }, { address: '192.0.2.1' })
  expect(await signIns()).toEqual([1, 2, 1, 1])
  await makeBackup({ dataDir, storage: services.storage }, archive)
  await services.close()
  await restoreBackup({ dataDir, receiptStorage: undefined }, archive)
  expect(await signIns()).toEqual([0, 0, 0, 1])
})

test('a backup creates no other files', async () => {
  const { folder, services } = await savedData()
  await services.close()
  expect(readdirSync(folder).sort()).toEqual(['data', 'larder.tar'])
})

test('a backup deletes what a killed backup to the same file left a day ago', async () => {
  const { folder, dataDir, archive, services } = await savedData()
  const leftovers = ['larder.tar.0123abcd.part', 'larder.tar.0123abcd.db.part']
  const others = ['larder.tar.99999999.part', 'larder.tar.part', 'another.tar.0123abcd.part', 'larder.tar.gz']
  for (const name of [...leftovers, ...others]) writeFileSync(join(folder, name), '')
  const old = new Date(Date.now() - 25 * HOUR)
  for (const name of [...leftovers, ...others.slice(1)]) utimesSync(join(folder, name), old, old)
  await makeBackup({ dataDir, storage: services.storage }, archive)
  await services.close()
  expect(readdirSync(folder).sort()).toEqual(['data', 'larder.tar', ...others].sort())
})

test('a backup replaces an older backup but no other file', async () => {
  const { folder, dataDir, archive, services, saved } = await savedData()
  const backUpTo = (path: string) => makeBackup({ dataDir, storage: services.storage }, path)
  await backUpTo(archive)
  const precious = join(folder, 'precious.txt')
  writeFileSync(precious, 'a poem')
  await expect(backUpTo(precious)).rejects.toThrow(/already exists and is not a Larder backup/)
  expect(readFileSync(precious, 'utf8')).toBe('a poem')
  for (const name of [
    'larder.db',
    'larder.db-wal',
    'larder.lock',
    'link.key',
    'restoring',
    'receipts/none',
  ]) {
    await expect(backUpTo(join(dataDir, name)), name).rejects.toThrow(/part of Larder's data|doesn't exist/)
  }
  await expect(backUpTo(folder)).rejects.toThrow(/is a folder/)
  await expect(backUpTo(join(folder, 'nowhere/larder.tar'))).rejects.toThrow(
    /^The folder .*nowhere doesn't exist\./,
  )
  await services.close()
  expect(await everything(dataDir)).toEqual(saved)
})

test('a restore keeps the complete old data', async () => {
  const { dataDir, archive, services, user, saved } = await savedData()
  await addFullList(services, user)
  const later = await everything(dataDir)
  await services.close()
  const { oldData = '' } = await restoreBackup({ dataDir, receiptStorage: undefined }, archive)
  expect(await everything(dataDir)).toEqual(saved)
  expect(await everything(oldData)).toEqual(later)
})

test('links survive a restore; only where the data was made can their addresses be shown again', async () => {
  const { folder, dataDir, services, user } = await savedData()
  const { id } = await addFullList(services, user)
  const input = Link.parse({ label: 'Fridge' })
  const { token } = await createLink(services, user, id, input, { caller: { address: '192.0.2.1' } })
  const archive = join(folder, 'shared.tar')
  await makeBackup({ dataDir, storage: services.storage }, archive)
  await services.close()
  const elsewhere = join(folder, 'elsewhere')
  for (const [target, shown] of [
    [dataDir, token],
    [elsewhere, undefined],
  ] as const) {
    await restoreBackup({ dataDir: target, receiptStorage: undefined }, archive)
    const restored = await larderIn(target)
    expect(await guestFor(restored, token)).toMatchObject({ listId: id })
    expect(await linksOf(restored, user, id)).toMatchObject([{ label: 'Fridge', token: shown }])
    const next = await createLink(restored, user, id, input, { caller: { address: '192.0.2.1' } })
    expect(await guestFor(restored, next.token)).toMatchObject({ listId: id })
    await restored.close()
  }
})

test('the data of a running server cannot be replaced', async () => {
  const { dataDir, archive, services, saved } = await savedData()
  const restoring = restoreBackup({ dataDir, receiptStorage: undefined }, archive)
  await expect(restoring).rejects.toThrow(/is using .* Stop it first/)
  expect(await everything(dataDir)).toEqual(saved)
  await services.close()
  await restoreBackup({ dataDir, receiptStorage: undefined }, archive)
})

test('a receipt that is replaced during the backup is saved in its old or new version', async () => {
  const folder = temporaryFolder()
  const services = await larderIn(join(folder, 'data'))
  const list = await addFullList(services, await addUser(services))
  const old = await services.db.select().from(receipts).get()
  let replaced = ''
  const storage = {
    ...services.storage,
    async get(key: string) {
      if (key === old?.storageKey) {
        await services.write((tx) => tx.delete(receipts).where(eq(receipts.id, old.id)).run())
        await services.storage.delete(key)
        replaced = await putReceipt(services, list.id, randomBytes(999))
      }
      return services.storage.get(key)
    },
  }
  const archive = join(folder, 'larder.tar')
  const manifest = await makeBackup({ dataDir: join(folder, 'data'), storage }, archive)
  expect(manifest.missing).toEqual([])
  expect(manifest.files.map((file) => file.name)).toEqual([`receipts/${replaced}`, 'larder.db'])
  await services.close()
})

test('a receipt without a file is listed, and everything else is saved', async () => {
  const { dataDir, archive, services } = await savedData()
  const missing = await services.db.select().from(receipts).get()
  await services.storage.delete(missing?.storageKey ?? '')
  const manifest = await makeBackup({ dataDir, storage: services.storage }, archive)
  expect(manifest.missing).toEqual([missing?.storageKey])
  await services.close()
  await restoreBackup({ dataDir, receiptStorage: undefined }, archive)
})

test('receipts in another storage are saved and restored', async () => {
  const { folder, dataDir, archive, services, saved } = await savedData()
  await services.close()
  const bucket = diskStorage(join(folder, 'bucket'))
  await restoreBackup({ dataDir, receiptStorage: bucket }, archive)
  expect(await snapshotOfFolder(dataDir, bucket)).toEqual(saved)
  expect(existsSync(join(dataDir, 'receipts'))).toBe(true)
})

test('a database of a newer version is refused', async () => {
  const { dataDir, archive, services, saved } = await savedData()
  await services.close()
  const newer = await larderIn(dataDir)
  await newer.write((tx) => tx.run(`INSERT INTO __drizzle_migrations VALUES (99, 'x', 9999999999999)`))
  await makeBackup({ dataDir, storage: newer.storage }, archive)
  await newer.write((tx) => tx.run('DELETE FROM __drizzle_migrations WHERE id = 99'))
  await newer.close()
  const restoring = restoreBackup({ dataDir, receiptStorage: undefined }, archive)
  await expect(restoring).rejects.toThrow(
    /^This backup needs a newer version of Larder, and this is Larder \S+\. Restore it with that version\./,
  )
  expect(await everything(dataDir)).toEqual(saved)
  expect(readdirSync(dataDir)).not.toContain('restoring')
})

test('a failed backup keeps the previous file', async () => {
  const { folder, dataDir, archive, services } = await savedData()
  const before = readFileSync(archive)
  await services.write((tx) => tx.update(users).set({ name: 'Someone else' }).run())
  const broken = { ...services.storage, get: () => Promise.reject(new Error('the bucket is gone')) }
  await expect(makeBackup({ dataDir, storage: broken }, archive)).rejects.toThrow('the bucket is gone')
  expect(readFileSync(archive).equals(before)).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['data', 'larder.tar'])
  await services.close()
})

test('simultaneous backups to one file do not interfere', async () => {
  const { folder, dataDir, archive, services, saved } = await savedData()
  const { storage } = services
  await Promise.all([1, 2, 3].map(() => makeBackup({ dataDir, storage }, archive)))
  await services.close()
  const target = join(folder, 'again')
  await restoreBackup({ dataDir: target, receiptStorage: undefined }, archive)
  expect(await everything(target)).toEqual(saved)
  expect(readdirSync(folder).sort()).toEqual(['again', 'data', 'larder.tar'])
})

/** A copy as it is made before an update, of what there was then. */
async function copied() {
  const data = await savedData()
  const copy = join(data.dataDir, 'larder.db.before-0099_pantry')
  copyDatabase(join(data.dataDir, 'larder.db'), copy)
  return { ...data, copy }
}

test('a copy from before an update is restored with its receipts, and the complete old data is kept', async () => {
  const { dataDir, copy, services, user, saved } = await copied()
  await addFullList(services, user)
  const later = await everything(dataDir)
  await services.close()
  const restored = await restoreBackup({ dataDir, receiptStorage: undefined }, copy)
  expect(restored).toMatchObject({ contents: { users: 1, lists: 2, items: 6, receipts: 2 }, missing: [] })
  expect(await everything(dataDir)).toEqual(saved)
  expect(await everything(restored.oldData ?? '')).toEqual(later)
  expect(statSync(join(dataDir, 'larder.db')).mode & 0o777).toBe(0o600)
  const again = await larderIn(dataDir)
  await again.close()
})

test('with receipts in another storage, a copy is restored without them', async () => {
  const { folder, dataDir, copy, services, saved } = await copied()
  await services.close()
  const bucket = diskStorage(join(folder, 'bucket'))
  for (const [key] of saved.files) await bucket.put(key, (await services.storage.get(key)) ?? Buffer.of())
  const get = () => Promise.reject(new Error('nothing has to be downloaded'))
  await restoreBackup({ dataDir, receiptStorage: { ...bucket, get } }, copy)
  expect(await snapshotOfFolder(dataDir, bucket)).toEqual(saved)
})

test.runIf(canMount)('the room for a copy includes its receipts', async () => {
  const disk = smallDisk(8)
  const services = await larderIn(disk.folder)
  await addFullList(services, await addUser(services), { receipt: 1_900_000 })
  await services.close()
  const copy = join(disk.folder, 'larder.db.before-0099_pantry')
  copyDatabase(join(disk.folder, 'larder.db'), copy)
  disk.fill(250)
  const restoring = restoreBackup({ dataDir: disk.folder, receiptStorage: undefined }, copy)
  const megabytes = ((statSync(copy).size + 1_900_000) / 1e6).toFixed(1)
  await expect(restoring).rejects.toThrow(`the backup needs ${megabytes} MB in addition`)
})

test('receipts of a copy whose files are gone are counted', async () => {
  const { dataDir, copy, services, saved } = await copied()
  await services.close()
  const [[lost = ''] = []] = saved.files
  await services.storage.delete(lost)
  const { missing } = await restoreBackup({ dataDir, receiptStorage: undefined }, copy)
  expect(missing).toEqual([lost])
})

test('a database whose latest changes are in another file is no copy to restore', async () => {
  const { folder, dataDir, services, saved } = await copied()
  const target = { dataDir: join(folder, 'elsewhere'), receiptStorage: undefined }
  const restoring = restoreBackup(target, join(dataDir, 'larder.db'))
  await expect(restoring).rejects.toThrow(
    /is not complete: its latest changes are still in \S+larder\.db-wal\./,
  )
  await services.close()
  expect(await everything(dataDir)).toEqual(saved)
})
