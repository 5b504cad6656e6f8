import { z } from 'zod'
import type { ListEvent } from './events.ts'

// What goes over the socket, one small JSON object a message. Browsers import the types only.

const listID = z.string().min(1).max(64)

const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), listID }).strict(),
  z.object({ type: z.literal('unsubscribe'), listID }).strict(),
  z.object({ type: z.literal('message'), text: z.string().min(1).max(500) }).strict(),
])

export type ClientMessage = z.infer<typeof ClientMessage>

export type ServerMessage =
  | ListEvent
  /** From now on every event of this list is told; a page that shows an older revision is behind. */
  | { type: 'subscribed'; listID: string; revision: number }
  /** There is no such list, or it is somebody else's: nobody can tell which. */
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
