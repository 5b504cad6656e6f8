import type { RequestHandler } from 'express'
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { BIDIRECTIONAL, CONTROL } from '#app/domain/text.ts'

/** Requested every few seconds by monitoring; they log their own failures. */
export const HEALTH = ['/livez', '/readyz']

const MAX_URL = 2000
const REDACTED = '[redacted]'

/** Shorter than any of our tokens, and with fewer letters. */
const ID = /^[0-9a-f-]{1,36}$/
/** Query parameters that our pages use. All others are hidden: any of them may be a secret. */
const HARMLESS: Record<string, RegExp> = {
  userID: ID,
  listID: ID,
  itemID: ID,
  v: ID,
  dialog: /^[a-z]{1,10}$/,
  // Route names; of the encoded characters only $ , and /
  _routes: /^(?:root|routes(?:\/|%2F))(?:[\w.$/-]|%2[4CF]){0,80}$/i,
}
/** Pages with a token as their second segment. It is redacted even if it was cut: someone could guess the rest. */
const TOKEN_PAGES = ['s', 'invite']
const MAX_SEGMENT = 24
const PLAIN_NAME = /^[a-z][a-z_-]{0,23}$/i
const END_OF_PATH = /[?#&;=]|%(?:25)*(?:23|26|3[BDF])|%u|%EF%BC%9F/i

export function redactUrl(url: string): string {
  const safe = url.replace(/[^!-~]/g, asPercent)
  const end = safe.search(END_OF_PATH)
  if (end < 0) return shownPath(safe).slice(0, MAX_URL)
  const query = safe.slice(end)
  const shown = query.startsWith('?')
    ? `?${query.slice(1).split('&').map(redactParameter).join('&')}`
    : REDACTED
  return (shownPath(safe.slice(0, end)) + shown).slice(0, MAX_URL)
}

function shownPath(path: string): string {
  if (/^\/assets\/[\w.$-]{1,80}\.(?:js|css|svg)$/.test(path)) return path
  const [, first = ''] = path.split('/')
  return path
    .split('/')
    .map((segment, at) => {
      if (at === 2 && TOKEN_PAGES.includes(first)) return REDACTED
      const name = segment.replace(/\.data$/, '')
      const plain = name.length <= MAX_SEGMENT && !/@|%40/.test(name)
      return plain || ID.test(name) ? segment : REDACTED
    })
    .join('/')
}

function redactParameter(parameter: string): string {
  const [name = '', ...rest] = parameter.split('=')
  const value = rest.join('=')
  if (Object.hasOwn(HARMLESS, name) && HARMLESS[name]?.test(value)) return parameter
  // Without a value, the name may be the secret; Base64 ends in equals signs.
  const hasValue = /[^=]/.test(value)
  return hasValue && PLAIN_NAME.test(name) ? `${name}=${REDACTED}` : REDACTED
}

const asPercent = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`

/** JSON only escapes the lowest control characters; terminals obey the others too. */
function escapeHidden(line: string): string {
  const asNumber = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  const text = line.trimEnd()
  return text.replace(CONTROL, asNumber).replace(BIDIRECTIONAL, asNumber) + line.slice(text.length)
}

const countsByLog = new WeakMap<Logger, Record<string, number>>()

export const logLineCounts = (log: Logger): Readonly<Record<string, number>> => countsByLog.get(log) ?? {}

const SECRETS = ['password', 'token', 'cookie', 'authorization', 'headers']

export function createLog(level: string, destination?: DestinationStream): Logger {
  const counts = { trace: 0, debug: 0, info: 0, warn: 0, error: 0, fatal: 0 }
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      logMethod(this: Logger, args: Parameters<LogFn>, write: LogFn, level: number) {
        counts[this.levels.labels[level] as keyof typeof counts] += 1
        write.apply(this, args)
      },
      streamWrite: escapeHidden,
    },
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      // The parameters of a failed statement: emails, password hashes.
      paths: ['err.params', ...SECRETS.flatMap((name) => [name, `*.${name}`])],
      censor: REDACTED,
    },
  }
  const log = pino(options, destination)
  countsByLog.set(log, counts)
  return log
}

/** A sentence for the person who starts Larder: as it is in a terminal, elsewhere as a line of the log at any LOG_LEVEL. */
export function announce(log: Logger, sentence: string, level: 'info' | 'warn' = 'info'): void {
  if (process.stdout.isTTY) process.stdout.write(`${sentence}\n`)
  else log.child({}, { level })[level](sentence)
}

export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    if (HEALTH.includes(req.path)) return next()
    const started = performance.now()
    res.once('close', () => {
      const line = {
        id: res.locals.requestId,
        method: req.method,
        url: redactUrl(req.originalUrl),
        status: res.statusCode,
        ms: Math.round(performance.now() - started),
        from: res.locals.address,
        ...(!res.writableFinished && { aborted: true }),
      }
      if (res.statusCode >= 500) log.error(line, 'request failed')
      else log.info(line, 'request')
    })
    next()
  }
}
