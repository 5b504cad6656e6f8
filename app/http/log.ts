import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { BIDIRECTIONAL, CONTROL } from '#app/domain/hiddenCharacters.ts'
import type { Stage } from './stages.ts'

/** Asked every few seconds by whatever watches over the server; they log their own troubles. */
export const HEALTH = ['/livez', '/readyz']

const LONGEST_URL = 2000
const REDACTED = '[redacted]'

/** Ids, and what our own pages ask for. Everything else is hidden: nobody can list what may be secret. */
/** Shorter than any token of ours, and of other letters. */
const ID = /^[0-9a-f-]{1,36}$/
const HARMLESS: Record<string, RegExp> = {
  userID: ID,
  listID: ID,
  itemID: ID,
  v: ID,
  dialog: /^[a-z]{1,10}$/,
  // Of the encoded characters only those that the name of a route has: $ , and /
  _routes: /^(?:root|routes(?:\/|%2F))(?:[\w.$/-]|%2[4CF]){0,80}$/i,
}
/** Longer ones are our ids, our files, or something we don't know. */
const LONGEST_SEGMENT = 24
const PLAIN_NAME = /^[a-z][a-z_-]{0,23}$/i
/** Also of a link that some program has encoded once too often. */
const END_OF_PATH = /[?#&;=]|%(?:25)*(?:23|26|3[BDF])|%u|%EF%BC%9F/i

/** Links carry tokens, and people paste passwords: of a URL the log shows only what is known to be harmless. */
export function redactUrl(url: string): string {
  const safe = url.replace(/[^!-~]/g, asPercent)
  const end = safe.search(END_OF_PATH)
  if (end < 0) return shownPath(safe).slice(0, LONGEST_URL)
  const query = safe.slice(end)
  const shown = query.startsWith('?')
    ? `?${query.slice(1).split('&').map(redactParameter).join('&')}`
    : REDACTED
  return (shownPath(safe.slice(0, end)) + shown).slice(0, LONGEST_URL)
}

function shownPath(path: string): string {
  if (/^\/assets\/[\w.$-]{1,80}\.(?:js|css|svg)$/.test(path)) return path
  return path
    .split('/')
    .map((segment) => {
      const name = segment.replace(/\.data$/, '')
      const plain = name.length <= LONGEST_SEGMENT && !/@|%40/.test(name)
      return plain || ID.test(name) ? segment : REDACTED
    })
    .join('/')
}

function redactParameter(parameter: string): string {
  const [name = '', ...rest] = parameter.split('=')
  const value = rest.join('=')
  if (Object.hasOwn(HARMLESS, name) && HARMLESS[name]?.test(value)) return parameter
  // Without a value the name may be what was pasted, and Base64 ends in equals signs.
  const hasValue = /[^=]/.test(value)
  return hasValue && PLAIN_NAME.test(name) ? `${name}=${REDACTED}` : REDACTED
}

/** Node's parser refuses raw bytes in a URL today; the log does not rely on it. */
function asPercent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}

/** JSON escapes only the lowest control characters, and terminals obey the others as well. */
function escapeHidden(line: string): string {
  const text = line.trimEnd()
  const escaped = text.replace(CONTROL, asNumber).replace(BIDIRECTIONAL, asNumber)
  return escaped + line.slice(text.length)
}

const asNumber = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const counted = new WeakMap<Logger, Record<string, number>>()

/** How many lines of each level were written. */
export function linesOf(log: Logger): Readonly<Record<string, number>> {
  return counted.get(log) ?? {}
}

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
      paths: [
        'password',
        'token',
        'cookie',
        'authorization',
        'headers',
        '*.password',
        '*.token',
        '*.cookie',
        '*.authorization',
        '*.headers',
        // What a failed statement was given: addresses, hashes of passwords.
        'err.params',
      ],
      censor: REDACTED,
    },
  }
  const log = pino(options, destination)
  counted.set(log, counts)
  return log
}

/** One line for every request, written when it is answered or given up. */
export function logRequests(log: Logger): Stage {
  return (req, res, next) => {
    // Without a listener, a response that cannot be sent would end the process.
    res.on('error', (error) => log.warn({ err: error, id: res.locals.requestId }, 'a response was not sent'))
    if (HEALTH.includes(req.path)) return next()
    const started = performance.now()
    res.once('close', () => {
      const line = {
        id: res.locals.requestId,
        method: req.method,
        url: redactUrl(req.originalUrl),
        status: res.statusCode,
        ms: Math.round(performance.now() - started),
        from: req.ip,
        ...(res.writableFinished ? {} : { aborted: true }),
      }
      if (res.statusCode >= 500) log.error(line, 'request failed')
      else log.info(line, 'request')
    })
    next()
  }
}
