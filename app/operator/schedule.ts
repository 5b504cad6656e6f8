import { spawn } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Services } from '#app/services.server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NAME = /^larder-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/
const LEFT_BEHIND = /^larder-.*Z\.tar(?:\.[0-9a-f]{8})?(?:\.db)?\.part$/

type Warn = (said: string) => void

/** Makes one backup with this name; rejects when it could not. */
export type MakeOne = (path: string, stop: AbortSignal, warn: Warn) => Promise<void>

interface Plan {
  folder: string
  every: number
  keep: number
}

/** Looks once a minute whether a backup is due: no sleep, suspend or change of the clock confuses it. */
export function keepBackups({ config, log, metrics }: Services, makeOne: MakeOne): () => void {
  const { BACKUP_DIR: folder, BACKUP_EVERY: every, BACKUP_KEEP: keep } = config
  if (!folder || !every) return () => {}
  const stopped = new AbortController()
  let busy = false
  // By a clock that nobody sets: a failure in a wrong future must not put off the next try for years.
  let restUntil = 0
  let newest: number | undefined
  metrics.collect(
    'gauge',
    'larder_backup_newest_timestamp_seconds',
    'When the newest scheduled backup started, as a Unix timestamp.',
    () => newest,
  )
  const warn: Warn = (said) => log.warn({ said }, 'the scheduled backup has a warning')
  const make = (path: string, stop: AbortSignal) => makeOne(path, stop, warn)
  const look = async () => {
    if (busy || performance.now() < restUntil) return
    busy = true
    try {
      const made = await backUpIfDue({ folder, every, keep }, make, stopped.signal)
      if (made) log.info({ file: made }, 'made the scheduled backup')
    } catch (error) {
      restUntil = performance.now() + Math.min(every, HOUR)
      if (!stopped.signal.aborted) log.error({ err: error }, 'the scheduled backup failed')
    }
    newest = await newestIn(folder).catch(() => newest)
    busy = false
  }
  void look()
  const timer = setInterval(look, MINUTE)
  timer.unref()
  return () => {
    clearInterval(timer)
    stopped.abort()
  }
}

type Make = (path: string, stop: AbortSignal) => Promise<void>

export async function backUpIfDue(plan: Plan, makeOne: Make, stop: AbortSignal, now = Date.now()) {
  const { folder, every, keep } = plan
  await makeFolder(folder)
  const newest = (await backupsIn(folder, now)).at(-1)
  if (newest && now - timeOf(newest, now) < every) return undefined
  // Before the new one: what killed backups left may be what fills the disk.
  const left = (await readdir(folder)).filter((name) => LEFT_BEHIND.test(name))
  for (const name of left) await rm(join(folder, name), { force: true })
  const path = join(folder, `larder-${new Date(now).toISOString().replaceAll(':', '-').slice(0, 19)}Z.tar`)
  await makeOne(path, stop)
  const names = await backupsIn(folder, now)
  // Only after a new one is there, and only what has our names.
  for (const name of names.slice(0, -keep)) await rm(join(folder, name), { force: true })
  return path
}

/** Only the folder itself: making those above it as well would put backups where a disk is missing. */
async function makeFolder(folder: string) {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** Oldest first. */
async function backupsIn(folder: string, now: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name))
  return names.sort((a, b) => timeOf(a, now) - timeOf(b, now))
}

/** In Unix time. */
async function newestIn(folder: string, now = Date.now()): Promise<number | undefined> {
  const newest = (await backupsIn(folder, now)).at(-1)
  return newest === undefined ? undefined : timeOf(newest, now) / 1000
}

/** One from the future was made by a wrong clock: it neither keeps us from saving nor outlives the others. */
function timeOf(name: string, now: number): number {
  const time = Date.parse(name.replace(NAME, '$1T$2:$3:$4Z'))
  return time <= now ? time : 0
}

/** The command of the build, in a process of its own: copying and hashing would make people wait. */
export function byCommand(program: string): MakeOne {
  return async (path, stop, warn) => {
    const child = spawn(process.execPath, [program, 'backup', path], {
      signal: stop,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    const [code, said, complaints] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
    if (code !== 0) throw new Error(complaints.trim().slice(0, 2000) || `it ended with ${code}`)
    // After the line that says what was saved.
    for (const warning of said.trim().split('\n').slice(1)) warn(warning)
  }
}
