import type { ListEvent } from '#app/domain/events.ts'
import type { changes, items, lists } from '#db/schema.ts'

export type Change = typeof changes.$inferSelect
export type ChangeKind = Change['kind']

/** The fields of an item, a list or a receipt that changes set. */
export type State = Partial<
  Pick<
    typeof items.$inferSelect,
    | 'name'
    | 'quantityMilli'
    | 'unit'
    | 'priceCents'
    | 'priceFor'
    | 'priceGuessed'
    | 'priceRemembered'
    | 'completed'
    | 'completedAt'
    | 'deletedAt'
  >
>

/** What a change did to an item, to the list itself or to a receipt. */
export interface Effect {
  id: string
  /** Null if it is new. */
  before: State | null
  after: State
  /** How much of the quantity this change added: undoing it subtracts that, even if others added more since. */
  addedMilli?: number
}

/** The id of the change that a request made; null if nothing changed. */
export interface WithChange {
  change: string | null
}

export interface Undone {
  kind: Change['kind']
  list: Pick<typeof lists.$inferSelect, 'id'> & { deleted: boolean }
  /** The change that the undo made; null if nothing could be undone. */
  change: string | null
  /** How many things the change had touched, and how many of them are as they were before it. */
  of: number
  restored: number
  /** The names of items that somebody changed since. */
  kept: string[]
}
