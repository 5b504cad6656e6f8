import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { createLog } from '#app/http/log.ts'
import { diskStorage } from '#app/ports/storage/disk.ts'
import { createServices } from '#app/services.server.ts'
import { receipts, users } from '#db/schema.ts'
import { addFullList, everythingIn, putReceipt } from '#tests/support/household.ts'
import { addUser, temporaryFolder } from '#tests/support/services.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'

function larderIn(dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  return createServices(config, createLog('silent'))
}

const disk = (dataDir: string) => diskStorage(join(dataDir, 'receipts'))
const everything = (dataDir: string) => everythingIn(dataDir, disk(dataDir))

/** A household, its backup, and what was in it at that moment. */
async function savedHousehold() {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const archive = join(folder, 'larder.tar')
  const services = larderIn(dataDir)
  const user = await addUser(services)
  await addFullList(services, user)
  await addFullList(services, user, { receipt: 40_000 })
  const manifest = await makeBackup({ dataDir, storage: services.storage }, archive)
  return { folder, dataDir, archive, services, user, manifest, saved: await everything(dataDir) }
}

test('a backup holds every row and receipt, and a wiped Larder gets them back', async () => {
  const { folder, archive, services, manifest, saved } = await savedHousehold()
  await services.close()
  expect(manifest.contents).toEqual({ users: 1, lists: 2, items: 6, receipts: 2 })
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  const elsewhere = join(folder, 'new/data')
  const { aside } = await restoreBackup({ dataDir: elsewhere, elsewhere: undefined }, archive)
  expect(await everything(elsewhere)).toEqual(saved)
  expect(readdirSync(aside ?? '')).toEqual([])
})

test('a backup leaves nothing but itself', async () => {
  const { folder, services } = await savedHousehold()
  await services.close()
  expect(readdirSync(folder).sort()).toEqual(['data', 'larder.tar'])
})

test('a backup takes the place of an older one, and of nothing else', async () => {
  const { folder, dataDir, archive, services, saved } = await savedHousehold()
  const backUpTo = (path: string) => makeBackup({ dataDir, storage: services.storage }, path)
  await backUpTo(archive)
  const precious = join(folder, 'precious.txt')
  writeFileSync(precious, 'a poem')
  await expect(backUpTo(precious)).rejects.toThrow(/is there already, and is no backup/)
  expect(readFileSync(precious, 'utf8')).toBe('a poem')
  for (const name of ['larder.db', 'larder.db-wal', 'larder.lock', 'receipts/ab']) {
    await expect(backUpTo(join(dataDir, name)), name).rejects.toThrow(/where Larder keeps its data|no folder/)
  }
  await expect(backUpTo(folder)).rejects.toThrow(/is a folder/)
  await expect(backUpTo(join(folder, 'nowhere/larder.tar'))).rejects.toThrow(
    /^There is no folder .*nowhere\./,
  )
  await services.close()
  expect(await everything(dataDir)).toEqual(saved)
})

test('what was there before a restore is set aside whole', async () => {
  const { dataDir, archive, services, user, saved } = await savedHousehold()
  await addFullList(services, user)
  const later = await everything(dataDir)
  await services.close()
  const { aside = '' } = await restoreBackup({ dataDir, elsewhere: undefined }, archive)
  expect(await everything(dataDir)).toEqual(saved)
  expect(await everything(aside)).toEqual(later)
})

test('a running Larder refuses to have its data replaced', async () => {
  const { dataDir, archive, services, saved } = await savedHousehold()
  const restoring = restoreBackup({ dataDir, elsewhere: undefined }, archive)
  await expect(restoring).rejects.toThrow(/is using .* Stop it first/)
  expect(await everything(dataDir)).toEqual(saved)
  await services.close()
  await restoreBackup({ dataDir, elsewhere: undefined }, archive)
})

test('a receipt replaced while the backup runs is saved as it was or as it is', async () => {
  const folder = temporaryFolder()
  const services = larderIn(join(folder, 'data'))
  const list = await addFullList(services, await addUser(services))
  const old = services.db.select().from(receipts).get()
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

test('a receipt whose file was lost is named, and the rest is saved', async () => {
  const { dataDir, archive, services } = await savedHousehold()
  const lost = services.db.select().from(receipts).get()
  await services.storage.delete(lost?.storageKey ?? '')
  const manifest = await makeBackup({ dataDir, storage: services.storage }, archive)
  expect(manifest.missing).toEqual([lost?.storageKey])
  await services.close()
  await restoreBackup({ dataDir, elsewhere: undefined }, archive)
})

test('receipts kept elsewhere are saved and restored through their storage', async () => {
  const { folder, dataDir, archive, services, saved } = await savedHousehold()
  await services.close()
  const bucket = diskStorage(join(folder, 'bucket'))
  await restoreBackup({ dataDir, elsewhere: bucket }, archive)
  expect(await everythingIn(dataDir, bucket)).toEqual(saved)
  expect(existsSync(join(dataDir, 'receipts'))).toBe(true)
})

test('a database of a newer Larder is refused', async () => {
  const { dataDir, archive, services, saved } = await savedHousehold()
  await services.close()
  const newer = larderIn(dataDir)
  await newer.write((tx) => tx.run(`INSERT INTO __drizzle_migrations VALUES (99, 'x', 9999999999999)`))
  await makeBackup({ dataDir, storage: newer.storage }, archive)
  await newer.write((tx) => tx.run('DELETE FROM __drizzle_migrations WHERE id = 99'))
  await newer.close()
  const restoring = restoreBackup({ dataDir, elsewhere: undefined }, archive)
  await expect(restoring).rejects.toThrow(/made by a newer Larder/)
  expect(await everything(dataDir)).toEqual(saved)
  expect(readdirSync(dataDir)).not.toContain('restoring')
})

test('a backup that fails keeps the one before it', async () => {
  const { folder, dataDir, archive, services } = await savedHousehold()
  const before = readFileSync(archive)
  await services.write((tx) => tx.update(users).set({ name: 'Somebody else' }).run())
  const broken = { ...services.storage, get: () => Promise.reject(new Error('the bucket is gone')) }
  await expect(makeBackup({ dataDir, storage: broken }, archive)).rejects.toThrow('the bucket is gone')
  expect(readFileSync(archive).equals(before)).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['data', 'larder.tar'])
  await services.close()
})

test('two backups to one file at once do not write into each other', async () => {
  const { folder, dataDir, archive, services, saved } = await savedHousehold()
  const { storage } = services
  await Promise.all([1, 2, 3].map(() => makeBackup({ dataDir, storage }, archive)))
  await services.close()
  const target = join(folder, 'again')
  await restoreBackup({ dataDir: target, elsewhere: undefined }, archive)
  expect(await everything(target)).toEqual(saved)
  expect(readdirSync(folder).sort()).toEqual(['again', 'data', 'larder.tar'])
})
