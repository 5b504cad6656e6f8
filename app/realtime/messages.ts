import { z } from 'zod/v4'
import type { ListEvent } from '../domain/events.ts'

// The socket protocol: one small JSON object per message. Browsers import only the types.

const listID = z.string().min(1).max(64)

const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), listID }).strict(),
  z.object({ type: z.literal('unsubscribe'), listID }).strict(),
  z.object({ type: z.literal('message'), text: z.string().min(1).max(500) }).strict(),
])

export type ClientMessage = z.infer<typeof ClientMessage>

export type ServerMessage =
  | ListEvent
  /** All later events of this list will be sent. A page that shows an older revision must reload its data. */
  | { type: 'subscribed'; listID: string; revision: number }
  /** The list does not exist or belongs to another user; the client cannot tell which. */
  | { type: 'refused'; listID: string }
  /** The greeting arrived. */
  | { type: 'message'; text: string; ok: true }

export function readMessage(text: string): ClientMessage | undefined {
  try {
    return ClientMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
