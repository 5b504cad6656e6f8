import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '#app/config/config.server.ts'
import { HOUR } from '#app/domain/time.ts'
import { plural } from '../manifest.ts'
import { newestIn } from '../schedule.ts'
import { writeError } from './dataFolder.ts'
import { type Finding, fail, ok, type Quote, warn } from './findings.ts'

const CHECK = 'backups'

export async function checkBackups(config: Config, quote: Quote): Promise<Finding[]> {
  const { BACKUP_DIR: folder, BACKUP_EVERY: every, DATA_DIR, DATABASE_URL } = config
  if (DATABASE_URL) return [ok(CHECK, 'Larder makes none of PostgreSQL. docs/postgresql.md shows how.')]
  if (!folder || !every) {
    const name = folder ? 'BACKUP_EVERY' : 'BACKUP_DIR'
    const state = folder ? 'is off' : 'is not set'
    return [
      warn(CHECK, `Larder makes none, because ${name} ${state}. Set it, unless you make them yourself.`),
    ]
  }
  if (!isFolder(folder)) return [notThere(folder)]
  const error = await writeError(folder)
  if (error)
    return [fail(CHECK, `Larder can't write to ${folder} (${quote(error)}). Give it to Larder's user.`)]
  const newest = await newestIn(folder)
  return [ageOf(folder, every, newest), ...sameDisk(folder, DATA_DIR)]
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })
const isFolder = (path: string) => statOf(path)?.isDirectory() ?? false

function notThere(folder: string): Finding {
  if (isFolder(dirname(folder))) {
    return warn(CHECK, `There are none yet. Larder creates ${folder} at its next start.`)
  }
  return fail(CHECK, `${dirname(folder)} doesn't exist. Mount the disk, or set BACKUP_DIR to another folder.`)
}

function ageOf(folder: string, every: number, newest: number | undefined): Finding {
  if (newest === undefined) {
    return warn(
      CHECK,
      `There are none in ${folder}. Start Larder, and look for "scheduled backup" in its log.`,
    )
  }
  const hours = (Date.now() - newest * 1000) / HOUR
  const age =
    hours < 48 ? plural(Math.max(0, Math.round(hours)), 'hour') : plural(Math.round(hours / 24), 'day')
  if (hours * HOUR > 2 * every) {
    return warn(
      CHECK,
      `The newest in ${folder} is ${age} old. Look for "scheduled backup failed" in Larder's log.`,
    )
  }
  return ok(CHECK, `The newest in ${folder} is ${age} old.`)
}

function sameDisk(folder: string, dataDir: string): Finding[] {
  if (statOf(folder)?.dev !== statOf(dataDir)?.dev) return []
  return [
    warn(
      CHECK,
      `${folder} is on the same disk as DATA_DIR. Use another disk, or copy the backups to another machine.`,
    ),
  ]
}
