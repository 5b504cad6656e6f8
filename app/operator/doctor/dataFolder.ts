import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { open, statfs, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#app/config/config.server.ts'
import { MIN_FREE_BYTES } from '#app/http/health.ts'
import { codeOf } from '#app/ports/storage/disk.ts'
import { linkKeyOf } from '#app/start/linkKey.server.ts'
import { databasePath } from '../access.ts'
import { plural } from '../manifest.ts'
import { type Finding, fail, ok, type Quote, warn } from './findings.ts'

const CHECK = 'data folder'
const FEW_BYTES = 1_000_000_000
const FEW_FILES = 1_000

export async function checkDataFolder(config: Config, quote: Quote): Promise<Finding[]> {
  const { DATA_DIR: folder } = config
  const stats = statOf(folder)
  if (stats === 'hidden') {
    return [fail(CHECK, `This user can't open ${folder}. Run this command as Larder's user.`)]
  }
  if (!stats) return [missing(config)]
  if (!stats.isDirectory()) return [fail(CHECK, `${folder} is a file. Set DATA_DIR to a folder.`)]
  const error = await writeError(folder)
  const blocked = error ? [] : notWritable(config)
  if (error && isFull(error)) return [fail(CHECK, `The disk of ${folder} is full. Free some space.`)]
  if (error) return [fail(CHECK, `Larder can't write to ${folder} (${quote(error)}). ${belongs(folder)}`)]
  const findings = [
    ...blocked.map((path) => fail(CHECK, `Larder can't change ${path}. ${belongs(path)}`)),
    ...(await spaceIn(folder)),
    ...(await fileSystemOf(folder)),
    ...linkKey(config, quote),
  ]
  return findings.some(({ level }) => level === 'FAIL')
    ? findings
    : [ok(CHECK, `${folder} is writable, ${await freeIn(folder)} free.`), ...findings]
}

function statOf(folder: string) {
  try {
    return statSync(folder, { throwIfNoEntry: false })
  } catch (error) {
    if (codeOf(error) === 'EACCES') return 'hidden'
    throw error
  }
}

function missing({ DATA_DIR }: Config): Finding {
  const parent = dirname(DATA_DIR)
  if (existsSync(parent) && !canWrite(parent)) {
    return fail(CHECK, `${DATA_DIR} doesn't exist, and Larder can't create it. ${belongs(parent)}`)
  }
  return warn(
    CHECK,
    `${DATA_DIR} doesn't exist. Larder creates it at the first start. If you already have lists, set DATA_DIR to their folder.`,
  )
}

/** The file has no name as soon as it is open, so that nothing is left of it if this process is killed. */
export async function writeError(folder: string): Promise<unknown> {
  const path = join(folder, `.doctor-${randomBytes(6).toString('hex')}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await unlink(path)
      await file.writeFile(randomBytes(4096))
      await file.sync()
    } finally {
      await file.close()
    }
    return undefined
  } catch (error) {
    return error
  }
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)))

/** Files that root copied or restored. */
function notWritable(config: Config): string[] {
  const database = databasePath(config)
  const paths = [database, `${database}-wal`, `${database}-shm`, join(config.DATA_DIR, 'receipts')]
  return paths.filter((path) => existsSync(path) && !canWrite(path))
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function belongs(path: string): string {
  const { uid, mode } = statSync(path)
  const me = process.geteuid?.()
  if (uid === me) return `Its mode is ${(mode & 0o777).toString(8)}; make it writable with chmod u+rwX.`
  return `It belongs to the user ${uid}, and this command runs as ${me}. Use the service's user here, or chown the folder to it.`
}

const gigabytes = (bytes: number) =>
  bytes < FEW_BYTES ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

async function freeIn(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(folder)
  return gigabytes(bavail * bsize)
}

async function spaceIn(folder: string): Promise<Finding[]> {
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const free = bavail * bsize
  const findings: Finding[] = []
  if (free < MIN_FREE_BYTES) {
    const least = gigabytes(MIN_FREE_BYTES)
    findings.push(
      fail(
        'free space',
        `Only ${gigabytes(free)} are free in ${folder}. Free some: below ${least}, /readyz reports a full disk.`,
      ),
    )
  } else if (free < FEW_BYTES) {
    findings.push(warn('free space', `Only ${gigabytes(free)} are free in ${folder}. Free some soon.`))
  }
  // Some file systems have no fixed number.
  if (files > 0 && ffree < FEW_FILES) {
    findings.push(
      warn('free space', `The disk of ${folder} has room for ${plural(ffree, 'more file')}. Delete some.`),
    )
  }
  return findings
}

const NETWORK = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
  [0x00c36400, 'CephFS'],
])
const OVERLAY = 0x794c7630
const TMPFS = 0x01021994

async function fileSystemOf(folder: string): Promise<Finding[]> {
  const type = (await statfs(folder)).type >>> 0
  const network = NETWORK.get(type)
  if (network) {
    return [
      warn(
        CHECK,
        `${folder} is on a network file system (${network}), whose locks can fail and damage SQLite. Use a local disk.`,
      ),
    ]
  }
  if (type === OVERLAY) {
    return [warn(CHECK, `${folder} is inside the container and is lost with it. Mount a volume there.`)]
  }
  if (type === TMPFS) {
    return [warn(CHECK, `${folder} is in memory and is lost at the next restart. Use a disk.`)]
  }
  return []
}

function linkKey({ DATA_DIR, DATABASE_URL }: Config, quote: Quote): Finding[] {
  if (DATABASE_URL) return []
  try {
    linkKeyOf(DATA_DIR)
    return []
  } catch (error) {
    return [
      fail(CHECK, `Larder can't read its key: ${quote(error)}. Restore link.key from a copy, or delete it.`),
    ]
  }
}
