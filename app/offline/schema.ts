import type { DBSchema } from 'idb'
import type { Act } from '#app/acts/acts.ts'
import type { FailedReply } from '#app/protocol/reply.ts'

// What the browser keeps: pages to show and changes to send without a connection.

export interface Schema extends DBSchema {
  outbox: { key: number; value: (NewEntry | OldEntry) & { seq?: number } }
  pages: { key: string; value: KeptPage }
  meta: { key: 'database' | 'account' | 'epoch'; value: string | number }
}

interface Sending {
  /** The server does each operation once. */
  op: string
  at: number
  /** Once it is sent, only an answer tells whether the server has it. */
  state: 'waiting' | 'sending' | 'refused'
  answer?: Answer
}

/** What the server said to a form that it refused. */
export type Answer = Omit<FailedReply, 'ok'>

/** An act in the outbox. */
export type NewEntry = Act &
  Sending & {
    /** The act that this one takes back. */
    undoes?: Act | undefined
  }

export type Entry = NewEntry & { seq: number }

interface OldForm {
  kind?: undefined
  path: string
  fields: Record<string, string>
}

/** As stored before acts had a kind: until November 2026. */
export interface OldEntry extends OldForm, Sending {
  account: string
  listID: string
  name: string
  undoes?: OldForm
}

export interface KeptPage {
  /** Path and query, without dialogs. */
  address: string
  /** A user's id, or the path of a link. */
  account: string
  data: unknown
  /** When the server sent it, by this device's clock. */
  at: number
  usedAt: number
  format: number
}
