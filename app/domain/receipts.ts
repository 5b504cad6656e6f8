import { eq, sql } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import { prepared } from '#db/prepared.ts'
import { receipts } from '#db/schema.ts'
import { DomainError } from './errors.ts'
import { newId } from './ids.ts'
import { listFor, listIn, nextRevision } from './lists.ts'
import { LIMITS, orGiveBack, takeFrom, type Wanted } from './rateLimits.ts'
import { discardFile, newKey, stored } from './receiptFiles.ts'
import { toReceiptImage } from './receiptImage.ts'
import type { User } from './sessions.ts'
import { refuseOverBudget } from './storageBudget.ts'

export type Receipt = typeof receipts.$inferSelect

/** The receipt of a list, if it has one. */
const receiptByList = prepared((db) =>
  db
    .select()
    .from(receipts)
    .where(eq(receipts.listId, sql.placeholder('listId')))
    .prepare(),
)

export async function receiptOf(
  services: Services,
  user: User,
  listId: string | undefined,
): Promise<Receipt | undefined> {
  const list = await listFor(services, user, listId)
  return receiptByList(services.db).get({ listId: list.id })
}

/** The receipt and a way to its bytes: what is kept by the browser need not be read. */
export async function readReceipt(services: Services, user: User, listId: string | undefined) {
  const receipt = await receiptOf(services, user, listId)
  if (!receipt) throw noReceipt()
  const read = async (): Promise<Uint8Array> => {
    const bytes = await stored(services.storage.get(receipt.storageKey))
    if (bytes) return bytes
    // It may have been replaced a moment ago; that is no reason to alarm anybody.
    const now = await receiptOf(services, user, listId)
    if (now?.id === receipt.id) services.log.error({ key: receipt.storageKey }, "a receipt's file is missing")
    throw noReceipt()
  }
  return { receipt, read }
}

function noReceipt() {
  return new DomainError('receipt-not-found')
}

/**
 * Adds or replaces the receipt. First the file, then the row, then away with the old file: wherever
 * this is cut off, every row has its file, and a file without a row is swept later.
 */
export async function setReceipt(
  services: Services,
  user: User,
  listId: string | undefined,
  upload: () => Promise<Uint8Array>,
): Promise<{ receipt: Receipt; replaced: boolean }> {
  const list = await listFor(services, user, listId)
  refuseOverBudget(services, services.db, user.id, 1)
  // Before the photo is even unpacked: that is what costs.
  const allowance: Wanted = [LIMITS.uploadsByUser, user.id]
  await takeFrom(services, allowance)
  const { bytes, ...facts } = await orGiveBack(services, [allowance], async () =>
    toReceiptImage(await upload()),
  )
  const storageKey = newKey()
  try {
    await stored(services.storage.put(storageKey, bytes))
    const { receipt, old, revision } = await services.write((tx) => {
      listIn(tx, user, list.id)
      const old = tx.delete(receipts).where(eq(receipts.listId, list.id)).returning().get()
      const more = bytes.length - (old?.bytes ?? 0)
      refuseOverBudget(services, tx, user.id, more)
      const receipt = tx
        .insert(receipts)
        .values({
          id: newId(),
          listId: list.id,
          storageKey,
          bytes: bytes.length,
          createdAt: Date.now(),
          ...facts,
        })
        .returning()
        .get()
      return { receipt, old, revision: nextRevision(tx, list.id, more) }
    })
    services.events.publish({ type: 'receiptChanged', listID: list.id, revision })
    if (old) void discardFile(services, old.storageKey)
    return { receipt, replaced: old !== undefined }
  } catch (error) {
    void discardFile(services, storageKey)
    throw error
  }
}
