import { withKind } from './oldEntries.ts'
import type { Answer, Entry, NewEntry, Schema } from './schema.ts'
import { transact } from './store.ts'

/** Resolves with the entry's number once it is on disk. `instead` goes in the same transaction, so one always is. */
export function putEntry(entry: NewEntry, instead?: number): Promise<number> {
  return transact('readwrite', ['outbox'], async (transaction) => {
    const outbox = transaction.objectStore('outbox')
    if (instead !== undefined) await outbox.delete(instead)
    return outbox.put(entry)
  })
}

export function updateEntry(
  seq: number,
  values: { state: Entry['state']; answer?: Answer },
): Promise<boolean> {
  return transact('readwrite', ['outbox'], async (transaction) => {
    const outbox = transaction.objectStore('outbox')
    const entry = await outbox.get(seq)
    if (entry) await outbox.put({ ...entry, ...values })
    return entry !== undefined
  })
}

/** False if sending has begun. */
export function removeUnsent(seq: number): Promise<boolean> {
  return transact('readwrite', ['outbox'], async (transaction) => {
    const outbox = transaction.objectStore('outbox')
    const isUnsent = (await outbox.get(seq))?.state === 'waiting'
    if (isUnsent) await outbox.delete(seq)
    return isUnsent
  })
}

export const removeEntry = (seq: number): Promise<void> =>
  transact('readwrite', ['outbox'], (transaction) => transaction.objectStore('outbox').delete(seq))

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
