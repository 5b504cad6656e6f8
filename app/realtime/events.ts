/** An event says that something changed; the loader says what is true. */
export interface ListEvent {
  type:
    | 'itemCreated'
    | 'itemEdited'
    | 'itemDeleted'
    | 'allItemsDeleted'
    | 'aiItemsGenerated'
    | 'receiptChanged'
    | 'listDeleted'
  listID: string
  revision: number
  itemID?: string
}

/** Somebody may no longer be connected: all of a user's sockets, or those of one session. */
export interface AccessEnded {
  userId: string
  /** The session's id as the database knows it; without one, every session of the user. */
  sessionId?: string
}
