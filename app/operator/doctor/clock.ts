import { statSync } from 'node:fs'
import type { Config } from '#app/config/config.server.ts'
import { MINUTE, SECOND } from '#app/domain/time.ts'
import { newestMigration } from '#db/sqlite/migrate.ts'
import { databasePath } from '../access.ts'
import { ask } from './ask.ts'
import { type Finding, fail, ok, warn } from './findings.ts'

const CHECK = 'clock'
const TIMEOUT = 3 * SECOND
const WRONG = 2 * MINUTE
/** S3 refuses requests from then on. */
const FAR = 15 * MINUTE

/** The server's own answers have this machine's time, so others are asked. */
export async function checkClock(config: Config, postgresAhead: number | undefined): Promise<Finding[]> {
  const now = Date.now()
  const time = new Date(now).toISOString().slice(0, 16).replace('T', ' ')
  const set = "Set this machine's clock, and let it follow a time server (NTP)."
  if (!hasTimeZones()) return [fail(CHECK, 'This Node has no time zones. Install Node with full ICU data.')]
  if (now < newestMigration())
    return [fail(CHECK, `It says ${time} UTC, before this Larder was made. ${set}`)]
  if (lastWritten(config) > now + WRONG) {
    return [warn(CHECK, `It says ${time} UTC, but the database was written later than that. ${set}`)]
  }
  const others = [...(await Promise.all(serversOf(config).map(aheadOf))), postgresAhead]
  const offsets = others.filter((offset) => offset !== undefined)
  const worst = offsets.reduce((most, offset) => (Math.abs(offset) > Math.abs(most) ? offset : most), 0)
  if (Math.abs(worst) > WRONG) {
    const text = `It is ${Math.round(Math.abs(worst) / MINUTE)} minutes ${worst > 0 ? 'behind' : 'ahead of'} another server. ${set}`
    return [Math.abs(worst) > FAR ? fail(CHECK, text) : warn(CHECK, text)]
  }
  const compared = offsets.length > 0 ? ', like other servers' : ''
  return [ok(CHECK, `${time} UTC${compared}; this machine's time zone is ${timeZone()}.`)]
}

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function hasTimeZones(): boolean {
  try {
    const format = new Intl.DateTimeFormat('de', {
      timeZone: 'Europe/Berlin',
      month: 'long',
      hour: 'numeric',
    })
    return /Juli.*14/.test(format.format(Date.UTC(2026, 6, 1, 12)))
  } catch {
    return false
  }
}

function lastWritten(config: Config): number {
  const file = databasePath(config)
  const times = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return Math.max(...times)
}

function serversOf({ S3_BUCKET, S3_ENDPOINT, S3_REGION, OPENAI_BASE_URL, OPENAI_API_KEY }: Config): string[] {
  const s3 = S3_BUCKET && (S3_ENDPOINT || `https://s3.${S3_REGION}.amazonaws.com`)
  const ai = OPENAI_BASE_URL || (OPENAI_API_KEY && 'https://api.openai.com/v1')
  return [s3, ai].filter(Boolean)
}

/** Without credentials: every server says the time. Undefined if this one doesn't. */
async function aheadOf(url: string): Promise<number | undefined> {
  const { protocol, host } = new URL(url)
  const reply = await ask(`${protocol}//${host}/`, { method: 'HEAD', timeout: TIMEOUT }).catch(
    () => undefined,
  )
  const time = Date.parse(reply?.headers.date ?? '')
  return Number.isNaN(time) ? undefined : time - Date.now()
}
