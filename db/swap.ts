import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './folder.ts'

// Data that takes the place of the present data, which is set aside. The folder itself stays where
// it is: in a container it is a volume, which cannot be renamed.

const STAGED = 'restoring'
const DECIDED = 'decided'
/** Together, in this order: a journal must never be found beside a database it does not belong to. */
const MOVED = { 'larder.db': ['larder.db-wal', 'larder.db-shm', 'larder.db'], receipts: ['receipts'] }

/** Where the new data is put together; nothing in there counts before `decideSwap`. */
function stagingFolder(dataDir: string): string {
  return join(dataDir, STAGED)
}

export function makeStaging(dataDir: string): string {
  clearStaging(dataDir)
  const staged = stagingFolder(dataDir)
  makeFolder(staged)
  return staged
}

export function clearStaging(dataDir: string): void {
  rmSync(stagingFolder(dataDir), { recursive: true, force: true })
}

/** From here on the new data is the data, whatever happens: see finishSwap. */
export function decideSwap(dataDir: string, now = new Date()): void {
  const staged = stagingFolder(dataDir)
  const aside = freeName(dataDir, `before-restore-${now.toISOString().replaceAll(':', '-').slice(0, 19)}Z`)
  sync(staged)
  const draft = join(staged, `${DECIDED}.part`)
  writeFileSync(draft, aside)
  sync(draft)
  renameSync(draft, join(staged, DECIDED))
  sync(staged)
  sync(dataDir)
}

/** Two restores in one second must not set aside into one folder. */
function freeName(dataDir: string, wanted: string): string {
  let name = wanted
  for (let n = 2; existsSync(join(dataDir, name)); n += 1) name = `${wanted}-${n}`
  return name
}

/**
 * Does what was decided, from wherever an earlier attempt was interrupted; call it alone. Answers
 * with the folder that holds the former data.
 */
export function finishSwap(dataDir: string): string | undefined {
  const staged = stagingFolder(dataDir)
  if (!isSwapDecided(dataDir)) return undefined
  const aside = join(dataDir, readFileSync(join(staged, DECIDED), 'utf8'))
  makeFolder(aside)
  for (const [name, former] of Object.entries(MOVED)) {
    // Not there any more: it was moved before the interruption.
    if (!existsSync(join(staged, name))) continue
    for (const old of former) moveIfThere(join(dataDir, old), join(aside, old))
    sync(aside)
    renameSync(join(staged, name), join(dataDir, name))
    sync(dataDir)
  }
  rmSync(staged, { recursive: true })
  sync(dataDir)
  return aside
}

export function isSwapDecided(dataDir: string): boolean {
  return existsSync(join(stagingFolder(dataDir), DECIDED))
}

function moveIfThere(from: string, to: string) {
  if (existsSync(from)) renameSync(from, to)
}

/** A rename is safe once the folder was written. */
function sync(path: string) {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
