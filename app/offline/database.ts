import { newId } from '#app/domain/ids.ts'
import { SECOND } from '#app/domain/time.ts'

// What the browser keeps: pages to show and changes to send without a connection. Also used by the service worker.

type Store = 'outbox' | 'pages' | 'meta'

/** Some browsers never open a database, until they are restarted. */
const PATIENCE = 5 * SECOND

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('larder', 1)
    request.onupgradeneeded = () => {
      const db = request.result
      db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      db.createObjectStore('pages', { keyPath: 'address' })
      db.createObjectStore('meta').put(newId(), 'database')
    }
    request.onsuccess = () => {
      const db = request.result
      opening = Promise.resolve(db)
      // Evicted, or opened by a newer version.
      db.onclose = forget
      db.onversionchange = () => {
        db.close()
        forget()
      }
      resolve(db)
    }
    request.onerror = () => {
      forget()
      reject(request.error)
    }
    setTimeout(() => reject(new Error('IndexedDB does not answer')), PATIENCE)
  })
  return opening
}

function forget() {
  opening = undefined
}

/** The work in one transaction; its result once that is on the disk. */
export async function transact<T>(
  mode: IDBTransactionMode,
  stores: Store[],
  work: (store: (name: Store) => IDBObjectStore) => T | Promise<T>,
): Promise<T> {
  const db = await open()
  // Strict: what somebody wrote survives an empty battery.
  const tx = db.transaction(stores, mode, { durability: 'strict' })
  const committed = new Promise<void>((resolve, reject) => {
    tx.oncomplete = () => resolve()
    tx.onabort = () => reject(tx.error)
  })
  const [result] = await Promise.all([work((name) => tx.objectStore(name)), committed])
  return result
}

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
