import { type Store, transact } from './database.ts'
import { withKind } from './oldEntries.ts'
import type { Entry, NewEntry, Schema } from './schema.ts'

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
export function readOutbox(): Promise<{ all: Entry[]; database: string | number | undefined }> {
  return transact('readonly', ['outbox', 'meta'], async (transaction) => ({
    all: (await transaction.objectStore('outbox').getAll()).map(asEntry),
    database: await transaction.objectStore('meta').get('database'),
  }))
}

export async function readEntries(account?: string): Promise<Entry[]> {
  const all = await transact('readonly', ['outbox'], (transaction) =>
    transaction.objectStore('outbox').getAll(),
  )
  return all.map(asEntry).filter((entry) => account === undefined || entry.account === account)
}

const asEntry = ({ seq = 0, ...stored }: Schema['outbox']['value']): Entry => ({ ...withKind(stored), seq })
