import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod/v4'
import { listFor, ofList, type RoledList, type User } from '#app/domain/access/access.ts'
import { learnOrder } from '#app/domain/aisles/writeSorting.ts'
import { chunks } from '#app/domain/batches.ts'
import { DomainError } from '#app/domain/errors.ts'
import { countBought } from '#app/domain/goods/goods.ts'
import { type Effect, effectOf } from '#app/domain/history/changes.ts'
import { keepNewestDeletedItems } from '#app/domain/history/purge.ts'
import { newId } from '#app/domain/ids.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { textOf } from '#app/domain/items/itemColumns.ts'
import { ORDER_ADDED, updateItem } from '#app/domain/items/itemRows.ts'
import { rememberPrices } from '#app/domain/memory/memories.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { receiptIn, type StoredPhoto, storePhoto, type Upload } from '#app/domain/receipts/receipts.ts'
import { checkStorage, requireStorage } from '#app/domain/receipts/storageBudget.ts'
import { answerBefore, type Done, type Op, type Repeated, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, live } from '#db/database.ts'
import { items, receipts, tripItems, trips } from '#db/schema.ts'
import { type CheckedPrices, type Corrections, correctionsIn } from './checkedPrices.ts'
import type { Finish } from './inputs.ts'
import { replacePhoto } from './photos.ts'
import {
  bytesOfTrip,
  dayOf,
  estimateOf,
  lineOf,
  paidMinor,
  requireSpaceForTrip,
  type Trip,
} from './tripRows.ts'

export interface Finishing extends z.infer<typeof Finish> {
  today: string
  timeZone?: string | undefined
  /** Prices and quantities as the receipt has them. */
  corrections?: Corrections
  checked?: CheckedPrices | undefined
  photo?: StoredPhoto
}

/** The photo of the form goes with the trip at once. Sent twice, it isn't read again. */
export async function finishWithPhoto(
  services: Services,
  user: User,
  listId: string | undefined,
  input: Finishing,
  { upload, closed }: { upload: Upload; closed?: AbortSignal },
  op?: Op<Repeated>,
): Promise<Done<{ trip: Trip }, Repeated>> {
  const before = op && (await answerBefore<{ trip: Trip }, Repeated>(services, user, op))
  if (before) return before
  const list = await listFor(services.db, user, listId, 'editAll')
  await checkStorage(services, services.db, list, 1)
  const writeRow = (photo: StoredPhoto) => finish(services, user, listId, { ...input, photo }, op)
  return storePhoto(services, user, upload, writeRow, closed)
}

/** What is ticked leaves the list and becomes a trip, with the receipt. What others tick meanwhile stays. */
export async function finish<Again = never>(
  services: Services,
  user: User,
  listId: string | undefined,
  input: Finishing,
  op?: Op<Again>,
): Promise<Done<{ trip: Trip }, Again>> {
  return write(services, {
    actor: user,
    op,
    find: ofList(user, listId, 'editAll'),
    async work(tx, { list }) {
      const ticked = await tickedIn(tx, list, input.items)
      if (ticked.length === 0) throw new DomainError('nothing-to-finish')
      const id = newId()
      const { checked, corrections = checked && correctionsIn(list, checked) } = input
      const corrected = await correct(tx, ticked, corrections)
      const rows = corrected.map(({ item }) => item)
      const { photo } = input
      const receipt = photo ? undefined : await receiptIn({ db: tx }, list)
      const lines = rows.map((item, position) => lineOf(id, item, position))
      const now = Date.now()
      const named = { listName: list.name, store: input.store ?? '' }
      const trip: Trip = {
        id,
        listId: list.id,
        ...named,
        ownerId: list.createdBy,
        finishedBy: user.id,
        paidMinor: paidMinor(list, input.paid) ?? null,
        estimateMinor: estimateOf(rows),
        currency: list.currency,
        boughtOn: dayOf(input, input.today),
        itemCount: rows.length,
        storedBytes: bytesOfTrip(named, lines) + ((receipt ?? photo)?.bytes ?? 0),
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      }
      const left = bytesOf(...ticked.map(textOf))
      const gone = left + (receipt?.bytes ?? 0)
      await requireStorage(services, tx, list, trip.storedBytes - gone)
      await insertTrip(tx, trip, lines)
      const photoEffects = receipt
        ? [await moveReceipt(tx, receipt.id, id)]
        : photo
          ? await addPhoto(tx, id, photo)
          : []
      await leaveList(tx, rows, { tripId: id, deletedAt: now })
      await rememberPrices(
        tx,
        user,
        list,
        corrected.flatMap(({ item, effect }) => (effect ? [item] : [])),
      )
      return {
        result: { trip },
        change: {
          listId: list.id,
          kind: 'finish',
          currency: list.currency,
          event: { type: 'tripFinished' },
          goods: await countBought(tx, list.id, rows, input.timeZone),
          sorting: await learnOrder(tx, list.id, rows),
          effects: [
            ...corrected.map(({ item, effect }) => leaving(item.id, effect, { tripId: id, deletedAt: now })),
            ...photoEffects,
            { id, before: null, after: { deletedAt: null } },
          ],
          bytes: { live: -gone, deleted: left },
        },
        trim: (tx) => keepNewestDeletedItems(tx, list.id),
      }
    },
  })
}

async function tickedIn(tx: Db, list: RoledList, ids: string[] | undefined): Promise<Item[]> {
  const ticked = await tx
    .select()
    .from(items)
    .where(and(eq(items.listId, list.id), eq(items.completed, true), live(items)))
    .orderBy(...ORDER_ADDED)
    .all()
  const named = ids && new Set(ids)
  return named ? ticked.filter(({ id }) => named.has(id)) : ticked
}

interface Corrected {
  item: Item
  effect: Effect | undefined
}

async function correct(tx: Db, rows: Item[], corrections: Corrections | undefined): Promise<Corrected[]> {
  const corrected: Corrected[] = []
  for (const row of rows) {
    const values = corrections?.get(row.id)
    const confirmed = values && { ...values, priceGuessed: false, priceRemembered: false }
    const effect = confirmed && effectOf(row, confirmed)
    corrected.push({ item: effect ? await updateItem(tx, row, confirmed) : row, effect })
  }
  return corrected
}

type Left = Pick<Item, 'tripId' | 'deletedAt'>

const leaving = (id: string, effect: Effect | undefined, left: Left): Effect => ({
  id,
  before: { ...effect?.before, tripId: null, deletedAt: null },
  after: { ...effect?.after, ...left },
})

async function leaveList(tx: Db, rows: Item[], left: Left): Promise<void> {
  for await (const some of chunks(rows)) {
    const ids = some.map(({ id }) => id)
    await tx
      .update(items)
      .set(left)
      .where(and(inArray(items.id, ids), live(items)))
      .run()
  }
}

async function moveReceipt(tx: Db, id: string, tripId: string): Promise<Effect> {
  await tx
    .update(receipts)
    .set({ listId: null, tripId })
    .where(and(eq(receipts.id, id), live(receipts)))
    .run()
  return { id, before: { tripId: null }, after: { tripId } }
}

async function addPhoto(tx: Db, tripId: string, photo: StoredPhoto): Promise<Effect[]> {
  const { effects } = await replacePhoto(tx, tripId, photo, { hasHistory: true })
  return effects.map((effect) => ({ ...effect, after: { ...effect.after, tripId } }))
}

export async function insertTrip(
  tx: Db,
  trip: Trip,
  lines: (typeof tripItems.$inferInsert)[],
): Promise<void> {
  await tx.insert(trips).values(trip).run()
  for await (const some of chunks(lines)) await tx.insert(tripItems).values(some).run()
  await requireSpaceForTrip(tx, trip.ownerId)
}
