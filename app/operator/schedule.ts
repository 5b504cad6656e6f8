import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { HOUR, MINUTE } from '#app/domain/time.ts'
import { codeOf } from '#app/ports/storage/disk.ts'
import type { Services } from '#app/services.ts'
import { OperatorError } from './errors.ts'

const NAME = /^larder-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/
const LEFTOVER = /^larder-.*Z\.tar(?:\.[0-9a-f]{8})?(?:\.db)?\.part$/

type Warn = (warning: string) => void

type MakeBackup = (path: string, stop: AbortSignal, warn: Warn) => Promise<void>
type Make = (path: string, stop: AbortSignal) => Promise<void>

export function scheduleBackups({ config, log, metrics }: Services, makeBackup: MakeBackup): () => void {
  const { BACKUP_DIR: folder, BACKUP_EVERY: every, BACKUP_KEEP: keep } = config
  if (!folder || !every) return () => {}
  const stopped = new AbortController()
  let busy = false
  // Monotonic time: a failure while the clock is years ahead must not delay the next attempt by years.
  let retryAt = 0
  let newest: number | undefined
  metrics.collect(
    'gauge',
    'larder_backup_newest_timestamp_seconds',
    'When the newest scheduled backup started, as a Unix timestamp.',
    () => newest,
  )
  const warn: Warn = (warning) => log.warn({ said: warning }, 'scheduled backup made with a warning')
  const make = (path: string, stop: AbortSignal) => makeBackup(path, stop, warn)
  const check = async () => {
    if (busy || performance.now() < retryAt) return
    busy = true
    try {
      const made = await backUpIfDue({ folder, every, keep }, make, stopped.signal)
      if (made) log.info({ file: made }, 'scheduled backup made')
    } catch (error) {
      retryAt = performance.now() + Math.min(every, HOUR)
      const reason = error instanceof OperatorError ? { said: error.message } : { err: error }
      if (!stopped.signal.aborted) log.error(reason, 'scheduled backup failed')
    }
    newest = await newestIn(folder).catch(() => newest)
    busy = false
  }
  void check()
  const timer = setInterval(check, MINUTE)
  timer.unref()
  return () => {
    clearInterval(timer)
    stopped.abort()
  }
}

type Plan = { folder: string; every: number; keep: number }

export async function backUpIfDue(plan: Plan, make: Make, stop: AbortSignal, now = Date.now()) {
  const { folder, every, keep } = plan
  await makeFolder(folder)
  const newest = (await backupsIn(folder, now)).at(-1)
  if (newest && now - timeOf(newest, now) < every) return undefined
  // Before the new backup, because files left by interrupted backups could fill the disk.
  const leftovers = (await readdir(folder)).filter((name) => LEFTOVER.test(name))
  for (const name of leftovers) await rm(join(folder, name), { force: true })
  const path = join(folder, `larder-${new Date(now).toISOString().replaceAll(':', '-').slice(0, 19)}Z.tar`)
  await make(path, stop)
  const names = await backupsIn(folder, now)
  // Only after the new backup succeeded, and only files with our names.
  for (const name of names.slice(0, -keep)) await rm(join(folder, name), { force: true })
  return path
}

/** Creates no parent folders: if a disk is not mounted, backups must not go to its mount point. */
async function makeFolder(folder: string) {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    if (existsSync(dirname(folder))) throw error
    throw new OperatorError(
      `${dirname(folder)} doesn't exist. Mount the disk, or set BACKUP_DIR to another folder.`,
    )
  }
}

async function backupsIn(folder: string, now: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name))
  return names.sort((a, b) => timeOf(a, now) - timeOf(b, now))
}

/** When the newest scheduled backup started, in seconds. */
export async function newestIn(folder: string) {
  const now = Date.now()
  const newest = (await backupsIn(folder, now)).at(-1)
  return newest === undefined ? undefined : timeOf(newest, now) / 1000
}

/** Future times come from a wrong clock. They count as 0, so they don't prevent backups and are deleted first. */
function timeOf(name: string, now: number): number {
  const time = Date.parse(name.replace(NAME, '$1T$2:$3:$4Z'))
  return time <= now ? time : 0
}

/** Runs the build's backup command in a separate process, because copying and hashing would slow the server. */
export function backupCommand(program: string): MakeBackup {
  return async (path, stop, warn) => {
    const child = spawn(process.execPath, [program, 'backup', path], {
      signal: stop,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
    if (code !== 0) {
      throw new OperatorError(errors.trim().slice(0, 2000) || `the backup command exited with ${code}`)
    }
    for (const warning of output.trim().split('\n').slice(1)) warn(warning)
  }
}
