import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addList } from '#app/domain/lists/lists.ts'
import { HOUR } from '#app/domain/time.ts'
import { createLog } from '#app/http/log.ts'
import { createServices } from '#app/services.server.ts'
import type { Services } from '#app/services.ts'
import { receipts } from '#db/schema.ts'
import { photo } from '#tests/support/photos.ts'
import { storagesHere } from '#tests/support/s3.ts'
import { addUser, temporaryFolder, testServices } from '#tests/support/services.ts'
import { putReceipt } from '#tests/support/testData.ts'
import { sweepFiles } from './receiptFiles.ts'
import type { Receipt } from './receipts.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
// One folder below the root, like the sources, so the bundle finds the files next to it.
const program = join(root, `.cache/killedUpload.${process.pid}.mjs`)

beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  copyFileSync(join(root, 'app/domain/receipts/photoProcess.mjs'), join(root, '.cache/photoProcess.mjs'))
  await build({
    entryPoints: [join(root, 'tests/support/killedUpload.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
  })
})
afterAll(() => rmSync(program, { force: true }))

function dieAt(point: string, args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [program, point, ...args], {
    env: { ...environment, NODE_ENV: 'production' },
    stdio: 'inherit',
  })
  return new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  )
}

async function filesOf({ storage }: Services) {
  const files = new Map<string, number>()
  for await (const { key } of storage.list()) files.set(key, (await storage.get(key))?.length ?? 0)
  return files
}

const rowsOf = ({ db }: Services) => db.select().from(receipts).all()

const isLive = ({ deletedAt }: Receipt) => deletedAt === null

const POINTS = [
  'before storing the file',
  'after storing the file',
  'before the write',
  'before the commit',
  'after the commit',
  'after the event',
]
/** See putReceipt. */
const OLD_WIDTH = 1
const OLD_UNTIL = POINTS.indexOf('before the commit')

describe.each(storagesHere())('kill -9 while a receipt is replaced on %s', (_name, start) => {
  test.each(POINTS)('%s', async (point) => {
    const folder = temporaryFolder()
    const environment: Record<string, string> = {
      ...(await start()),
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
    }
    const services = await testServices(environment)
    const ada = await addUser(services)
    const list = await addList(services, ada, { name: 'Weekend' })
    const upload = join(folder, 'photo.jpg')
    writeFileSync(upload, await photo(50, 70).jpeg().toBuffer())
    await putReceipt(services, list.id, Buffer.from('an old photo'))
    await services.close()

    const database = { DATABASE_URL: services.config.DATABASE_URL, BASE_URL: 'https://larder.example' }
    expect(await dieAt(point, [ada.id, list.id, upload], { ...environment, ...database })).toBe('SIGKILL')

    const again = await createServices(services.config, createLog('silent'))
    const rows = await rowsOf(again)
    const row = rows.find(isLive)
    expect(rows.filter(isLive)).toHaveLength(1)
    expect(row?.width).toBe(POINTS.indexOf(point) <= OLD_UNTIL ? OLD_WIDTH : 50)
    expect((await filesOf(again)).get(row?.storageKey ?? ''), 'the row has its complete file').toBe(
      row?.bytes,
    )
    await sweepFiles(again, Date.now() + 2 * HOUR)
    expect([...(await filesOf(again)).keys()].sort(), 'no other file is left after a sweep').toEqual(
      rows.map(({ storageKey }) => storageKey).sort(),
    )
    await again.close()
  })
})
