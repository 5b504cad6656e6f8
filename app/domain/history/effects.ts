import type { changes, items, lists } from '#db/schema.ts'

export type Change = typeof changes.$inferSelect
export type ChangeKind = Change['kind']

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

export interface Effect {
  id: string
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
  change: string | null
  /** How many things the change had touched, and how many of them are as they were before it. */
  of: number
  restored: number
  kept: string[]
}
