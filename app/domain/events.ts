/** Published after a commit. It says that something changed; pages load the new data themselves. */
export interface ListEvent {
  type:
    | 'itemCreated'
    /** An item, several, or the list's own name. */
    | 'itemEdited'
    | 'itemDeleted'
    | 'allItemsDeleted'
    | 'aiItemsGenerated'
    | 'receiptChanged'
    | 'listDeleted'
    | 'listRestored'
    /** Who is on the list, or what they may do. */
    | 'membersChanged'
  listID: string
  revision: number
  itemID?: string
  /** Instead, if there are several new items. */
  itemIDs?: string[]
}

/** Someone can no longer see a list, by account or by link: their subscriptions must end. */
export type ListAccessEnded = { listId: string } & ({ userId: string } | { linkId: string })

/** A session ended, or several sessions of a user: their sockets must close. */
export interface SessionsEnded {
  userId: string
  /** The session's id in the database. Without it, all sessions of the user ended. */
  sessionId?: string
  /** All sessions of the user ended except this one. */
  exceptSessionId?: string
}

export type AccessEnded = SessionsEnded | ListAccessEnded

/** Someone has a revision of a list on the screen: for the pages of its members. */
export interface ListSeen {
  listId: string
  readerId: string
  name: string
  revision: number
  at: number
}
