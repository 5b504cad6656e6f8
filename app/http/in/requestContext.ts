import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import type { Caller } from '#app/domain/audit.ts'
import type { DomainError } from '#app/domain/errors.ts'
import type { Services } from '#app/services.ts'
import { createClientAddress } from './clientAddress.ts'

declare global {
  namespace Express {
    interface Locals {
      requestId: string
      /** The client's, as far as TRUST_PROXY allows. */
      address: string
      origin: string
      nonce?: string
      body?: Buffer | undefined
      /** Why the body of an upload was discarded. */
      uploadError?: DomainError
      /** Aborts when the response is rendered, or never will be. */
      rendered: AbortSignal
      isStream?: boolean
    }
  }
}

export function requestContext({ config, log }: Pick<Services, 'config' | 'log'>): RequestHandler {
  const { addressOf, protocolOf } = createClientAddress(config)
  return (req, res, next) => {
    const requestId = randomUUID().replaceAll('-', '').slice(0, 16)
    res.locals.requestId = requestId
    res.locals.address = addressOf(req)
    res.locals.origin = config.BASE_URL ?? `${protocolOf(req)}://${req.headers.host}`
    res.setHeader('X-Request-Id', requestId)
    // The log, compression and streaming each listen for the end of a response.
    res.setMaxListeners(20)
    // Without a listener, a failing response would end the process.
    res.on('error', (error) => log.warn({ err: error, id: requestId }, 'could not send a response'))
    next()
  }
}

export function callerOf({ locals: { address, requestId } }: Response): Caller {
  return { address, requestId }
}
