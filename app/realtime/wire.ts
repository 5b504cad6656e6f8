import { z } from 'zod/v4'
import type { ListEvent, ListSeen } from '#app/domain/liveEvents.ts'

const listID = z
  .string()
  .min(1)
  .max(64)
  // PostgreSQL's text can't contain it.
  .refine((id) => !id.includes('\0'))

export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), listID, token: z.string().min(1).max(64).optional() }).strict(),
  z.object({ type: z.literal('unsubscribe'), listID }).strict(),
  z.object({ type: z.literal('message'), text: z.string().min(1).max(500) }).strict(),
])

export type ClientMessage = z.infer<typeof ClientMessage>

export type ServerMessage =
  | ListEvent
  /**
   * All later events of this list will be sent. A page that shows an older revision must reload its data. For a deleted
   * list, those who would see it after an undo get `listDeleted` instead, and later `listRestored`.
   */
  | { type: 'subscribed'; listID: string; revision: number }
  /** Another reader of the list has had this revision on the screen. Only for people with an account on the list. */
  | SeenMessage
  /** The list does not exist, or the client may not or no longer see it; the client cannot tell which. */
  | { type: 'refused'; listID: string }
  | { type: 'message'; text: string; ok: true }

export type SeenMessage = { type: 'seen'; listID: string } & Pick<
  ListSeen,
  'readerId' | 'name' | 'guestName' | 'revision' | 'at'
>

export function readMessage(text: string): ClientMessage | undefined {
  try {
    return ClientMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
