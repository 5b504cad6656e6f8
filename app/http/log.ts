import type { RequestHandler } from 'express'
import { type DestinationStream, type Logger, pino } from 'pino'

/** Asked every few seconds by whatever watches over the server; they log their own troubles. */
const HEALTH = ['/livez', '/readyz']

const SECRET_PARAMETERS = /([?&](?:token|email|code|key|title|text|url|share)=)[^&#]*/gi

/** Tokens travel in links, and what people share in addresses; neither must travel on into the log. */
export function redactUrl(url: string): string {
  return url.replace(SECRET_PARAMETERS, '$1[redacted]')
}

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
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
  return pino(options, destination)
}

/** One line for every request, written when it is answered or given up. */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
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
