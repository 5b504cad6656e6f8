import type { items, listMembers } from '#db/schema.ts'

export interface User {
  id: string
  name: string
  email: string
}

/** Someone without an account who has a link to a list. */
export interface Guest {
  linkId: string
  listId: string
  name: string | null
}

export type Actor = User | Guest

export type SharedRole = (typeof listMembers.$inferSelect)['role']

export const isGuest = (actor: Actor): actor is Guest => 'linkId' in actor

/** The people who use a link are one reader. */
export const readerIdOf = (actor: Actor) => (isGuest(actor) ? actor.linkId : actor.id)

export const actorIdOf = (actor: Actor) => (isGuest(actor) ? undefined : actor.id)

export function signatureOf(actor: Actor): Pick<typeof items.$inferSelect, 'addedBy' | 'guestName'> {
  return isGuest(actor) ? { addedBy: null, guestName: actor.name } : { addedBy: actor.id, guestName: null }
}
