/** Published after a commit. It says that something changed; pages load the new data themselves. */
export interface ListEvent {
  type:
    | 'itemCreated'
    | 'itemEdited'
    | 'itemDeleted'
    | 'allItemsDeleted'
    | 'aiItemsGenerated'
    | 'receiptChanged'
    | 'tripFinished'
    | 'listDeleted'
    | 'listRestored'
    | 'membersChanged'
  listID: string
  revision: number
  itemID?: string
  itemIDs?: string[]
}

/** Someone can no longer see a list, by account or by link: their subscriptions must end. */
export type ListAccessEnded = { listId: string } & ({ userId: string } | { linkId: string })

export interface SessionsEnded {
  userId: string
  /** The session's id in the database. Without it, all sessions of the user ended. */
  sessionId?: string
  exceptSessionId?: string
}

export type AccessEnded = SessionsEnded | ListAccessEnded

export interface ListSeen {
  listId: string
  readerId: string
  name: string
  guestName: string | null
  revision: number
  at: number
}
