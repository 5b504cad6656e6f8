import type { Caller } from '#app/domain/audit.ts'

export interface Visitor extends Caller {
  /** The value of the session cookie. Signing in ends that session. */
  session?: string | undefined
}
