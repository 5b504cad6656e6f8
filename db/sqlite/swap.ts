import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './folder.ts'

// Replaces the contents of the data folder and keeps the old contents in a subfolder. The data folder
// itself is not renamed: in a container it is a volume.

const STAGED = 'restoring'
const COMMITTED = 'decided'
/** Moved together and in this order: a journal must never be next to a database it does not belong to. */
const MOVED = { 'larder.db': ['larder.db-wal', 'larder.db-shm', 'larder.db'], receipts: ['receipts'] }

const stagingFolder = (dataDir: string) => join(dataDir, STAGED)

export function createStaging(dataDir: string): string {
  clearStaging(dataDir)
  const staged = stagingFolder(dataDir)
  makeFolder(staged)
  return staged
}

export function clearStaging(dataDir: string): void {
  rmSync(stagingFolder(dataDir), { recursive: true, force: true })
}

export function commitSwap(dataDir: string, now = new Date()): void {
  const staged = stagingFolder(dataDir)
  const oldFolder = freeName(
    dataDir,
    `before-restore-${now.toISOString().replaceAll(':', '-').slice(0, 19)}Z`,
  )
  sync(staged)
  const draft = join(staged, `${COMMITTED}.part`)
  writeFileSync(draft, oldFolder)
  sync(draft)
  renameSync(draft, join(staged, COMMITTED))
  sync(staged)
  sync(dataDir)
}

/** Two restores in the same second need two folders. */
function freeName(dataDir: string, base: string): string {
  let name = base
  for (let n = 2; existsSync(join(dataDir, name)); n += 1) name = `${base}-${n}`
  return name
}

/** Continues where an earlier attempt was interrupted. Needs the exclusive lock. Returns the folder of the old data, if there was any. */
export function finishSwap(dataDir: string): string | undefined {
  const staged = stagingFolder(dataDir)
  if (!isSwapCommitted(dataDir)) return undefined
  const oldFolder = join(dataDir, readFileSync(join(staged, COMMITTED), 'utf8'))
  makeFolder(oldFolder)
  for (const [name, oldNames] of Object.entries(MOVED)) {
    if (!existsSync(join(staged, name))) continue
    for (const old of oldNames) moveIfThere(join(dataDir, old), join(oldFolder, old))
    sync(oldFolder)
    renameSync(join(staged, name), join(dataDir, name))
    sync(dataDir)
  }
  rmSync(staged, { recursive: true })
  const hadData = readdirSync(oldFolder).length > 0
  if (!hadData) rmdirSync(oldFolder)
  sync(dataDir)
  return hadData ? oldFolder : undefined
}

export const isSwapCommitted = (dataDir: string) => existsSync(join(stagingFolder(dataDir), COMMITTED))

function moveIfThere(from: string, to: string) {
  if (existsSync(from)) renameSync(from, to)
}

/** Renames in a folder are durable only after an fsync of the folder. */
export function sync(path: string) {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
