import { withKind } from './oldEntries.ts'
import type { Answer, Entry, NewEntry, Schema } from './schema.ts'
import { transact } from './store.ts'

// The outbox on the disk: acts that wait to be sent, in their order.

/** Returns its number once the entry is on the disk, perhaps in the place of another: one of them always is. */
export function putEntry(entry: NewEntry, instead?: number): Promise<number> {
  return transact('readwrite', ['outbox'], async (transaction) => {
    const outbox = transaction.objectStore('outbox')
    if (instead !== undefined) await outbox.delete(instead)
    return outbox.put(entry)
  })
}

/** Changes an entry; false if it is gone. */
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

/** Removes an entry that nobody has begun to send; false if somebody has. */
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

/** All entries, and which database they are in: one that was evicted is replaced by another. */
export function readOutbox(): Promise<{ all: Entry[]; database: string | number | undefined }> {
  return transact('readonly', ['outbox', 'meta'], async (transaction) => ({
    all: (await transaction.objectStore('outbox').getAll()).map(asEntry),
    database: await transaction.objectStore('meta').get('database'),
  }))
}

/** In the order of the acts; of one account, or of all. */
export async function readEntries(account?: string): Promise<Entry[]> {
  const all = await transact('readonly', ['outbox'], (transaction) =>
    transaction.objectStore('outbox').getAll(),
  )
  return all.map(asEntry).filter((entry) => account === undefined || entry.account === account)
}

/** Each stored one has its number. */
const asEntry = ({ seq = 0, ...stored }: Schema['outbox']['value']): Entry => ({ ...withKind(stored), seq })
