import type { Logger } from 'pino'
import type { Language } from '#app/domain/locale/locale.ts'

export const AUDIT_EVENTS = [
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'sessions-ended',
  'registered',
  'registration-refused',
  'reset-asked',
  'password-reset',
  'password-changed',
  'password-change-refused',
  'email-verified',
  'email-changed',
  'email-change-refused',
  'link-refused',
  'token-made',
  'token-revoked',
  'token-refused',
  'data-exported',
  'account-deleted',
  'deletion-refused',
  'access-refused',
  'invite-made',
  'invite-withdrawn',
  'invite-accepted',
  'invite-refused',
  'link-made',
  'link-revoked',
  'member-role-set',
  'member-removed',
  'list-left',
  'list-offered',
  'list-handed-over',
  'offer-ended',
  'always-asked',
  'always-accepted',
  'always-ended',
  'sharing-paused',
  'sharing-resumed',
  'sharing-ended',
  'limited',
  'cross-site-refused',
  'socket-refused',
  'metrics-refused',
] as const

export type AuditEvent = (typeof AUDIT_EVENTS)[number]

export interface Caller {
  address: string
  requestId?: string | undefined
}

export interface Visitor extends Caller {
  session?: string | undefined
  /** What their browser got when it registered: see verifyEmail.ts. */
  registration?: string | undefined
  /** Of emails that they cause. */
  language?: Language | undefined
}

/** Ids and constants only: never user input, never an email. */
export interface AuditEntry {
  event: AuditEvent
  user?: string | undefined
  limit?: string
  reason?: string
  status?: number
}

export type Audit = ReturnType<typeof createAudit>

export function createAudit(log: Logger) {
  const counts = Object.fromEntries(AUDIT_EVENTS.map((event) => [event, 0])) as Record<AuditEvent, number>
  return {
    note({ address, requestId }: Caller, { event, ...details }: AuditEntry) {
      counts[event] += 1
      log.info({ audit: event, ...details, from: address, id: requestId }, 'audit')
    },
    counts: counts as Readonly<typeof counts>,
  }
}
