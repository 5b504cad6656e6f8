import { resultOf, transact } from './database.ts'

// The outbox: forms that wait to be sent, in the order in which people acted.

/** What the server said to a form that it refused. */
export interface Answer {
  status: number
  message: string
  code?: string
  fields?: Record<string, string>
  /** Of an item that somebody else changed: its updatedAt and its values now. */
  seen?: number
  theirs?: Record<string, string>
  /** Of an item that was deleted. */
  deleted?: { itemID: string; mayRestore: boolean }
}

export interface Entry {
  seq: number
  /** The server does each operation once. */
  op: string
  /** A user's id, or the path of a link. */
  account: string
  listID: string
  /** Where the form posts to. */
  path: string
  fields: Record<string, string>
  /** For a form that takes another one back. */
  undoes?: Pick<Entry, 'path' | 'fields'>
  /** The name of the item, for people. */
  name: string
  at: number
  /** Once it is sent, only an answer tells whether the server has it. */
  state: 'waiting' | 'sending' | 'refused'
  answer?: Answer
}

export type NewEntry = Omit<Entry, 'seq'>

/** Returns its number once the entry is on the disk, perhaps in the place of another: one of them always is. */
export function putEntry(entry: NewEntry | Entry, instead?: number): Promise<number> {
  return transact('readwrite', ['outbox'], (store) => {
    if (instead !== undefined) store('outbox').delete(instead)
    return resultOf(store('outbox').put(entry)) as Promise<number>
  })
}

/** Changes an entry; false if it is gone. */
export function updateEntry(seq: number, values: Partial<Entry>): Promise<boolean> {
  return transact('readwrite', ['outbox'], async (store) => {
    const entry: Entry | undefined = await resultOf(store('outbox').get(seq))
    if (entry) store('outbox').put({ ...entry, ...values })
    return entry !== undefined
  })
}

/** Removes an entry that nobody has begun to send; false if somebody has. */
export function removeUnsent(seq: number): Promise<boolean> {
  return transact('readwrite', ['outbox'], async (store) => {
    const entry: Entry | undefined = await resultOf(store('outbox').get(seq))
    const isUnsent = entry?.state === 'waiting'
    if (isUnsent) store('outbox').delete(seq)
    return isUnsent
  })
}

export function removeEntry(seq: number): Promise<void> {
  return transact('readwrite', ['outbox'], (store) => void store('outbox').delete(seq))
}

/** All entries, and which database they are in: one that was evicted is replaced by another. */
export function readOutbox(): Promise<{ all: Entry[]; database: string | undefined }> {
  return transact('readonly', ['outbox', 'meta'], async (store) => ({
    all: await resultOf(store('outbox').getAll()),
    database: await resultOf(store('meta').get('database')),
  }))
}

/** In the order of the acts; of one account, or of all. */
export async function readEntries(account?: string): Promise<Entry[]> {
  const all: Entry[] = await transact('readonly', ['outbox'], (store) => resultOf(store('outbox').getAll()))
  return account === undefined ? all : all.filter((entry) => entry.account === account)
}

/** The item that a form is about; undefined if it may be about any. */
export function itemOf({ path, fields }: Pick<Entry, 'path' | 'fields'>): string | undefined {
  const [, route = '', id, act] = path.split(/[/?]/)
  if (/quick-add|undo/.test(route === 's' ? (act ?? '') : route)) return undefined
  const inQuery = /[?&]itemID=([^&]+)/.exec(path)?.[1]
  return inQuery ?? (route === 'edit-item' ? id : fields.id)
}

/** Whether two acts have to reach the server in their order. */
export function collide(a: Entry, b: Entry): boolean {
  if (a.listID !== b.listID || a.account !== b.account) return false
  const [first, second] = [itemOf(a), itemOf(b)]
  return first === undefined || second === undefined || first === second
}
