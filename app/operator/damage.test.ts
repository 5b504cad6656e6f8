import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { createLog } from '#app/http/log.ts'
import { diskStorage } from '#app/ports/storage/disk.ts'
import { createServices } from '#app/services.server.ts'
import { addFullList, everythingIn } from '#tests/support/household.ts'
import { addUser, temporaryFolder } from '#tests/support/services.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { OperatorError } from './sentence.ts'
import { readTar, TarWriter } from './tar.ts'

async function archiveOfHousehold(folder: string): Promise<Buffer> {
  const dataDir = join(folder, 'data')
  const services = createServices(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), createLog('silent'))
  await addFullList(services, await addUser(services))
  await makeBackup({ dataDir, storage: services.storage }, join(folder, 'good.tar'))
  await services.close()
  return readFileSync(join(folder, 'good.tar'))
}

const everything = (dataDir: string) => everythingIn(dataDir, diskStorage(join(dataDir, 'receipts')))

async function refusal(folder: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, 'bad.tar')
  writeFileSync(path, bytes)
  try {
    await restoreBackup({ dataDir: join(folder, 'target'), elsewhere: undefined }, path)
    return ''
  } catch (error) {
    if (error instanceof OperatorError) return error.message
    throw error
  }
}

test('wherever a backup is cut off, it is refused', async () => {
  const folder = temporaryFolder()
  const good = await archiveOfHousehold(folder)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: good.length - 1 }), async (length) => {
      expect(await refusal(folder, good.subarray(0, length))).toMatch(/Nothing was changed\.$/)
    }),
    { numRuns: 150 },
  )
  expect(readdirSync(folder)).not.toContain('target')
})

test('a changed byte is noticed, unless it changes nothing', async () => {
  const folder = temporaryFolder()
  const good = await archiveOfHousehold(folder)
  const saved = await everything(join(folder, 'data'))
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: good.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const bad = Buffer.from(good)
        bad[at] = (bad[at] ?? 0) ^ change
        const sentence = await refusal(folder, bad)
        if (sentence) expect(sentence).toMatch(/Nothing was changed\.$/)
        else expect(await everything(join(folder, 'target'))).toEqual(saved)
      },
    ),
    { numRuns: 150 },
  )
})

test('noise, nothing and a folder are no backups', async () => {
  const folder = temporaryFolder()
  for (const bytes of [Buffer.alloc(0), randomBytes(5000), Buffer.alloc(10_240), Buffer.from('milk\n')]) {
    expect(await refusal(folder, bytes)).toMatch(/no backup|cut off|missing/)
  }
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function tarOf(path: string, ...files: [name: string, text: string][]) {
  const file = await open(path, 'w')
  const tar = new TarWriter(file)
  for (const [name, text] of files) await tar.add(name, text.length, [Buffer.from(text)])
  await tar.end()
  await file.close()
  return readFileSync(path)
}

test('names that would lead out of the data folder are refused', async () => {
  const folder = temporaryFolder()
  for (const name of [
    '../evil',
    '/etc/evil',
    'receipts/../../evil',
    'receipts/evil.webp',
    'larder.db-wal',
    `receipts/${'a'.repeat(32)}.webp.part`,
  ]) {
    const bytes = await tarOf(join(folder, 'evil.tar'), [name, 'evil'])
    expect(await refusal(folder, bytes)).toContain(JSON.stringify(name))
  }
})

test('a file that is there twice is refused', async () => {
  const folder = temporaryFolder()
  const bytes = await tarOf(join(folder, 'twice.tar'), ['larder.db', 'one'], ['larder.db', 'two'])
  expect(await refusal(folder, bytes)).toContain('larder.db twice')
})

test('a database that fits its hash and is none is refused', async () => {
  const folder = temporaryFolder()
  const manifest = {
    format: 'larder-backup',
    formatVersion: 1,
    larderVersion: '0',
    createdAt: new Date(0).toISOString(),
    schema: 1,
    contents: { users: 0, lists: 0, items: 0, receipts: 0 },
    files: [{ name: 'larder.db', bytes: 11, sha256: sha256('no database') }],
    missing: [],
  }
  const bytes = await tarOf(
    join(folder, 'odd.tar'),
    ['larder.db', 'no database'],
    ['manifest.json', JSON.stringify(manifest)],
  )
  expect(await refusal(folder, bytes)).toMatch(/database in this backup is damaged/)
  expect(readdirSync(join(folder, 'target'))).toEqual(['larder.lock'])
})

test('files beyond eight gigabytes keep their size', async () => {
  const path = join(temporaryFolder(), 'large.tar')
  const size = 9 * 2 ** 30
  const file = await open(path, 'w+')
  const tar = new TarWriter(file)
  // Only the header is written; the content is a hole in the file.
  await expect(tar.add('larder.db', size, [])).rejects.toThrow('has 0 bytes')
  await file.truncate(512 + size + 1024)
  const entries = []
  for await (const entry of readTar(file)) entries.push(entry)
  expect(entries).toEqual([{ name: 'larder.db', size, start: 512 }])
  await file.close()
})
