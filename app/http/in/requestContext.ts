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
      address: string
      /** This server's, as the client sees it. */
      origin: string
      nonce?: string
      /** For forms.ts. Never read the request instead: its body was read before, so it would wait forever. */
      body?: Buffer | undefined
      uploadError?: DomainError | undefined
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

export const callerOf = ({ locals: { address, requestId } }: Response): Caller => ({ address, requestId })
