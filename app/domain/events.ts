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
  listID: string
  revision: number
  itemID?: string
}

/** A session ended, or several sessions of a user: their sockets must close. */
export interface AccessEnded {
  userId: string
  /** The session's id in the database. Without it, all sessions of the user ended. */
  sessionId?: string
  /** All sessions of the user ended except this one. */
  exceptSessionId?: string
}
