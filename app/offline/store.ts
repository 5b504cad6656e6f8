import { newId } from '#app/domain/ids.ts'
import { SECOND } from '#app/domain/time.ts'
import type { Entry, NewEntry, Schema } from './schema.ts'

/** Some browsers never open a database until they are restarted. */
const GIVE_UP_AFTER_MS = 5 * SECOND

let opening: Promise<IDBDatabase> | undefined

const forget = () => {
  opening = undefined
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function openNow(): Promise<IDBDatabase> {
  try {
    const request = indexedDB.open('larder', 1)
    request.onupgradeneeded = () => {
      const db = request.result
      db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      db.createObjectStore('pages', { keyPath: 'address' })
      // If it fails, opening does.
      db.createObjectStore('meta').put(newId(), 'database')
    }
    const db = await settled(request)
    db.onclose = forget
    db.onversionchange = () => {
      db.close()
      forget()
    }
    opening = Promise.resolve(db)
    return db
  } catch (error) {
    forget()
    throw error
  }
}

function open(): Promise<IDBDatabase> {
  opening ??= Promise.race([
    openNow(),
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('IndexedDB does not answer')), GIVE_UP_AFTER_MS),
    ),
  ])
  return opening
}

type Name = keyof Schema

export interface Store<N extends Name> {
  get(key: Schema[N]['key']): Promise<Schema[N]['value'] | undefined>
  getAll(): Promise<Schema[N]['value'][]>
  put(value: Schema[N]['value'], key?: Schema[N]['key']): Promise<Schema[N]['key']>
  delete(key: Schema[N]['key']): Promise<void>
  clear(): Promise<void>
}

export interface Transaction {
  objectStore<N extends Name>(name: N): Store<N>
}

function storeOf<N extends Name>(store: IDBObjectStore): Store<N> {
  return {
    get: (key) => settled(store.get(key)),
    getAll: () => settled(store.getAll()),
    put: (value, key) => settled(store.put(value, key)) as Promise<Schema[N]['key']>,
    delete: (key) => settled(store.delete(key)),
    clear: () => settled(store.clear()),
  }
}

export async function transact<T>(
  mode: 'readonly' | 'readwrite',
  stores: Name[],
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const db = await open()
  // Strict: what somebody wrote survives an empty battery.
  const transaction = db.transaction(stores, mode, { durability: 'strict' })
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'))
  })
  const run = async () => work({ objectStore: (name) => storeOf(transaction.objectStore(name)) })
  const [result] = await Promise.all([run(), done])
  return result
}

const inOutbox = <T>(work: (outbox: Store<'outbox'>) => Promise<T>): Promise<T> =>
  transact('readwrite', ['outbox'], (transaction) => work(transaction.objectStore('outbox')))

/** Resolves with the entry's number once it is on disk. `instead` goes in the same transaction, so one always is. */
export const putEntry = (entry: NewEntry, instead?: number): Promise<number> =>
  inOutbox(async (outbox) => {
    if (instead !== undefined) await outbox.delete(instead)
    return outbox.put(entry)
  })

export const updateEntry = (seq: number, values: Pick<Entry, 'state' | 'answer'>): Promise<boolean> =>
  inOutbox(async (outbox) => {
    const entry = await outbox.get(seq)
    if (entry) await outbox.put({ ...entry, ...values })
    return entry !== undefined
  })

/** False if sending has begun. */
export const removeUnsent = (seq: number): Promise<boolean> =>
  inOutbox(async (outbox) => {
    const isUnsent = (await outbox.get(seq))?.state === 'waiting'
    if (isUnsent) await outbox.delete(seq)
    return isUnsent
  })

export const removeEntry = (seq: number): Promise<void> => inOutbox((outbox) => outbox.delete(seq))

/** The ID of the database tells whether it was evicted and replaced. */
export async function readOutbox() {
  const { all, database } = await transact('readonly', ['outbox', 'meta'], async (transaction) => ({
    all: await transaction.objectStore('outbox').getAll(),
    database: await transaction.objectStore('meta').get('database'),
  }))
  return { all: all.map(asEntry), database }
}

export async function readEntries(account?: string): Promise<Entry[]> {
  const all = await transact('readonly', ['outbox'], (transaction) =>
    transaction.objectStore('outbox').getAll(),
  )
  return all.map(asEntry).filter((entry) => account === undefined || entry.account === account)
}

const asEntry = ({ seq = 0, ...entry }: Schema['outbox']['value']): Entry => ({ ...entry, seq })
