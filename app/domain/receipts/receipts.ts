import { and, eq, sql } from 'drizzle-orm'
import { listFor, ofList, type RoledList, type User } from '#app/domain/access/access.ts'
import { type Attempt, consume, refundIfBusy } from '#app/domain/accounts/attempts.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { Effect, WithChange } from '#app/domain/history/changes.ts'
import { newId } from '#app/domain/ids.ts'
import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import { write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, live, prepared } from '#db/database.ts'
import { receipts } from '#db/schema.ts'
import { discardFile, newStorageKey, withStorageErrors } from './receiptFiles.ts'
import { toReceiptImage } from './receiptImage.ts'
import { checkStorage, requireStorage } from './storageBudget.ts'

export type Receipt = typeof receipts.$inferSelect

const receiptOfList = prepared((db) =>
  db
    .select()
    .from(receipts)
    .where(and(eq(receipts.listId, sql.placeholder('listId')), live(receipts)))
    .prepare(),
)

export async function receiptOf(services: Services, user: User, listId: string | undefined) {
  return receiptIn(services, await listFor(services.db, user, listId, 'seeAll'))
}

export async function receiptIn({ db }: Pick<Services, 'db'>, { id }: Pick<RoledList, 'id'>) {
  return receiptOfList(db).get({ listId: id })
}

export async function readReceipt(services: Services, user: User, id: string | undefined, find = receiptOf) {
  const receipt = await find(services, user, id)
  if (!receipt) throw receiptNotFound()
  const read = async (): Promise<Uint8Array> => {
    const bytes = await withStorageErrors(services.storage.get(receipt.storageKey))
    if (bytes) return bytes
    const current = await find(services, user, id)
    if (current?.id === receipt.id) {
      services.log.error({ key: receipt.storageKey }, "a receipt's file is missing")
    }
    throw receiptNotFound()
  }
  return { receipt, read }
}

export function receiptNotFound() {
  return new DomainError('receipt-not-found')
}

export type StoredPhoto = Pick<Receipt, 'storageKey' | 'contentType' | 'bytes' | 'width' | 'height'>

export type Upload = () => Promise<Uint8Array>

/** Stores the file, then the row: if this is interrupted, every row has its file, and the other files are swept. */
export async function storePhoto<T>(
  services: Services,
  user: User,
  upload: Upload,
  writeRow: (photo: StoredPhoto) => Promise<T>,
  closed?: AbortSignal,
): Promise<T> {
  const attempt: Attempt = [RATE_LIMITS.uploadsByUser, user.id]
  await consume(services, attempt)
  const { bytes, ...image } = await refundIfBusy(services, attempt, async () =>
    toReceiptImage(await upload(), user.id, { closed }),
  )
  const storageKey = newStorageKey()
  try {
    await withStorageErrors(services.storage.put(storageKey, bytes))
    return await writeRow({ storageKey, bytes: bytes.length, ...image })
  } catch (error) {
    // If the connection was lost during the commit, the row may still arrive. Otherwise the sweep deletes the file.
    const isUnknown = error instanceof DomainError && error.status === 503
    if (!isUnknown) void discardFile(services, storageKey)
    throw error
  }
}

export async function setReceipt(
  services: Services,
  user: User,
  listId: string | undefined,
  upload: Upload,
  closed?: AbortSignal,
): Promise<{ receipt: Receipt; replaced: boolean } & WithChange> {
  const found = await listFor(services.db, user, listId, 'editAll')
  await checkStorage(services, services.db, found, 1)
  const writeRow = (photo: StoredPhoto) =>
    write(services, {
      actor: user,
      find: ofList(user, listId, 'editAll'),
      async work(tx, { list }) {
        const old = await markDeleted(tx, list.id)
        const addedBytes = photo.bytes - (old?.bytes ?? 0)
        await requireStorage(services, tx, list, addedBytes)
        const row = { id: newId(), listId: list.id, createdAt: Date.now(), ...photo }
        const receipt = await tx.insert(receipts).values(row).returning().get()
        return {
          result: { receipt, replaced: old !== undefined },
          change: {
            listId: list.id,
            kind: 'receipt' as const,
            event: { type: 'receiptChanged' as const },
            effects: [...deletionOf(old), creationOf(receipt)],
            bytes: { live: addedBytes, deleted: old?.bytes ?? 0 },
          },
        }
      },
    })
  return storePhoto(services, user, upload, writeRow, closed)
}

export async function deleteReceipt(services: Services, user: User, listId: string | undefined) {
  return write(services, {
    actor: user,
    find: ofList(user, listId, 'editAll'),
    async work(tx, { list }) {
      const old = await markDeleted(tx, list.id)
      if (!old) throw receiptNotFound()
      return {
        result: {},
        change: {
          listId: list.id,
          kind: 'receipt',
          event: { type: 'receiptChanged' },
          effects: deletionOf(old),
          bytes: { live: -old.bytes, deleted: old.bytes },
        },
      }
    },
  })
}

function markDeleted(tx: Db, listId: string): Promise<Receipt | undefined> {
  return tx
    .update(receipts)
    .set({ deletedAt: Date.now() })
    .where(and(eq(receipts.listId, listId), live(receipts)))
    .returning()
    .get()
}

export const creationOf = ({ id }: Receipt): Effect => ({ id, before: null, after: { deletedAt: null } })

export function deletionOf(receipt: Receipt | undefined): Effect[] {
  if (!receipt) return []
  return [{ id: receipt.id, before: { deletedAt: null }, after: { deletedAt: receipt.deletedAt } }]
}
