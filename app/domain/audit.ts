import type { Logger } from 'pino'

/** Who came in, who was kept out, and what was made or taken along: a line of the log for each. */
export const AUDIT_EVENTS = [
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'registered',
  'registration-refused',
  'reset-asked',
  'password-reset',
  'email-verified',
  'link-refused',
  'token-made',
  'token-revoked',
  'token-refused',
  'data-exported',
  'account-deleted',
  'deletion-refused',
  'access-refused',
  'limited',
  'cross-site-refused',
  'socket-refused',
  'metrics-refused',
] as const

export type AuditEvent = (typeof AUDIT_EVENTS)[number]

/** Where a request comes from, and the number by which the log knows it. */
export interface Caller {
  address: string
  requestId?: string | undefined
}

/** Ids and words of our own. Nothing that somebody typed has a place here, and no address of mail. */
export interface AuditEntry {
  event: AuditEvent
  /** The person's id, when it is known who it is about. */
  user?: string | undefined
  limit?: string
  reason?: string
  status?: number
}

export interface Audit {
  note(asker: Caller, noted: AuditEntry): void
  /** How often each was noted since the start. */
  counts: Readonly<Record<AuditEvent, number>>
}

export function createAudit(log: Logger): Audit {
  const counts = Object.fromEntries(AUDIT_EVENTS.map((event) => [event, 0])) as Record<AuditEvent, number>
  return {
    note({ address, requestId }, { event, ...facts }) {
      counts[event] += 1
      log.info({ audit: event, ...facts, from: address, id: requestId }, 'audit')
    },
    counts,
  }
}
