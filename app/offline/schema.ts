import type { Act } from '#app/acts/acts.ts'
import type { Formats } from '#app/domain/locale/locale.ts'
import type { FailedReply } from '#app/protocol/reply.ts'

/** The stores of the database. */
export interface Schema {
  outbox: { key: number; value: NewEntry & { seq?: number } }
  pages: { key: string; value: KeptPage }
  meta: { key: 'database' | 'account' | 'epoch'; value: string | number }
}

interface Sending {
  op: string
  at: number
  /** Once it is sent, only a response tells whether the server has it. */
  state: 'waiting' | 'sending' | 'refused'
  answer?: Answer
}

export type Answer = Omit<FailedReply, 'ok'>

export type NewEntry = Act &
  Sending & {
    undoes?: Act | undefined
  }

export type Entry = NewEntry & { seq: number }

export interface KeptPage {
  address: string
  /** A user's ID, or the path of a link. */
  account: string
  data: unknown
  at: number
  /** Of the document that showed it. Missing in pages kept before November 2026, which are English. */
  language?: string
  formats?: Formats
  timeZone?: string | undefined
  usedAt: number
  format: number
}
