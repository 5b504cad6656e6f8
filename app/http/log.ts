import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import type { Stage } from './stages.ts'

/** Asked every few seconds by whatever watches over the server; they log their own troubles. */
export const HEALTH = ['/livez', '/readyz']

const SECRET_PARAMETERS = /([?&](?:token|email|code|key|title|text|url|share)=)[^&#]*/gi

/** Tokens travel in links, and what people share in addresses; neither must travel on into the log. */
export function redactUrl(url: string): string {
  return url.replace(SECRET_PARAMETERS, '$1[redacted]')
}

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
      censor: '[redacted]',
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
        url: redactUrl(req.originalUrl.slice(0, 2000)),
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
