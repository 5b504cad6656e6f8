import type { Caller } from '#app/domain/audit.ts'

/** A caller who may be signed out. */
export interface Visitor extends Caller {
  /** The value of the session cookie. Signing in ends that session. */
  session?: string | undefined
}
