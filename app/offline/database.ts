import { type IDBPDatabase, type IDBPObjectStore, type IDBPTransaction, openDB } from 'idb'
import { newId } from '#app/domain/ids.ts'
import { SECOND } from '#app/domain/time.ts'
import type { Schema } from './schema.ts'

/** Some browsers never open a database until they are restarted. */
const GIVE_UP_AFTER_MS = 5 * SECOND

let opening: Promise<IDBPDatabase<Schema>> | undefined

const forget = () => {
  opening = undefined
}

async function openNow(): Promise<IDBPDatabase<Schema>> {
  try {
    const db = await openDB<Schema>('larder', 1, {
      upgrade(db) {
        db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
        db.createObjectStore('pages', { keyPath: 'address' })
        // If it fails, opening does.
        db.createObjectStore('meta')
          .put(newId(), 'database')
          .catch(() => {})
      },
      terminated: forget,
      blocking(_current, _blocked, { target }) {
        if (target instanceof IDBDatabase) target.close()
        forget()
      },
    })
    opening = Promise.resolve(db)
    return db
  } catch (error) {
    forget()
    throw error
  }
}

function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= Promise.race([
    openNow(),
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('IndexedDB does not answer')), GIVE_UP_AFTER_MS),
    ),
  ])
  return opening
}

type Name = 'outbox' | 'pages' | 'meta'
export type Transaction<Mode extends IDBTransactionMode = 'readwrite'> = IDBPTransaction<Schema, Name[], Mode>
export type Store<N extends Name> = IDBPObjectStore<Schema, Name[], N, 'readwrite'>

export async function transact<T, Mode extends 'readonly' | 'readwrite'>(
  mode: Mode,
  stores: Name[],
  work: (transaction: Transaction<Mode>) => Promise<T>,
): Promise<T> {
  const db = await open()
  // Strict: what somebody wrote survives an empty battery.
  const transaction = db.transaction(stores, mode, { durability: 'strict' })
  const run = async () => work(transaction)
  const [result] = await Promise.all([run(), transaction.done])
  return result
}
