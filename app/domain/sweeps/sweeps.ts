import { and, asc, eq, exists, gt, lte, or, sql } from 'drizzle-orm'
import type { Ownership } from '#app/domain/access/access.ts'
import { inBatches, inParts } from '#app/domain/batches.ts'
import { purgePartOfBytes, purgePartOfList } from '#app/domain/history/purge.ts'
import { purgeBefore } from '#app/domain/history/trimBytes.ts'
import { sweepOperations } from '#app/domain/keptOperations.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { sweepFiles } from '#app/domain/receipts/receiptFiles.ts'
import { bytesOver } from '#app/domain/receipts/storageBudget.ts'
import { sweepOffers } from '#app/domain/sharing/heirs.ts'
import { sweepInvites } from '#app/domain/sharing/invites.ts'
import { sweepLinks } from '#app/domain/sharing/links.ts'
import { DAY } from '#app/domain/time.ts'
import { purgeTripsBefore } from '#app/domain/trips/owners.ts'
import { purgePhotosBefore } from '#app/domain/trips/photos.ts'
import type { Services } from '#app/services.ts'
import { type Db, deleted, withDeleted } from '#db/database.ts'
import { changes, items, lists, receipts, users } from '#db/schema.ts'

// Read at once, from a slow disk too.
const LISTS = 50
const ACCOUNTS = 10

/** Deletes for good what was deleted 30 days ago, a little at a time, so that nobody waits for it. */
export async function sweepDeleted(
  services: Services,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<void> {
  const { db, write } = services
  const time = now - KEEP_DELETED_FOR
  for await (const found of inBatches((after) => listsAfter(db, after, time), signal)) {
    for (const { id } of found.filter(({ isDue }) => isDue)) {
      await inParts(() => write((tx) => sweepList(tx, id, time)), signal)
    }
  }
  const purgeTrips = async (tx: Db) => (await purgeTripsBefore(tx, time)) || purgePhotosBefore(tx, time)
  await inParts(() => write(purgeTrips), signal)
  await inParts(() => write((tx) => sweepOperations(tx, now)), signal)
  await trimAccounts(services, signal)
}

async function sweepList(tx: Db, id: string, time: number): Promise<boolean> {
  const list = await tx
    .select({ deletedAt: lists.deletedAt })
    .from(lists)
    .where(and(eq(lists.id, id), withDeleted(lists)))
    .get()
  if (!list) return false
  const isGone = list.deletedAt !== null && list.deletedAt <= time
  return isGone ? purgePartOfList(tx, id) : purgeBefore(tx, id, time)
}

/** With whether they, or something in them, are as old as this time. */
function listsAfter(db: Db, after: string, time: number) {
  const oldestChange = db
    .select({ at: changes.createdAt })
    .from(changes)
    .where(eq(changes.listId, lists.id))
    .orderBy(asc(changes.listRevision))
    .limit(1)
  const oldItems = db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.listId, lists.id), deleted(items), lte(items.deletedAt, time)))
  const oldReceipts = db
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.listId, lists.id), deleted(receipts), lte(receipts.deletedAt, time)))
  const isDue = or(
    lte(lists.deletedAt, time),
    sql`${oldestChange} <= ${time}`,
    exists(oldItems),
    exists(oldReceipts),
  )
  return db
    .select({ id: lists.id, isDue: sql`(${isDue})`.mapWith(Boolean) })
    .from(lists)
    .where(and(gt(lists.id, after), withDeleted(lists)))
    .orderBy(asc(lists.id))
    .limit(LISTS)
    .all()
}

/** Ticks and edits don't look at the account's storage, so their changes may have grown past it. */
async function trimAccounts({ db, config, write }: Services, signal?: AbortSignal): Promise<void> {
  const limit = config.STORAGE_PER_ACCOUNT
  if (limit === undefined) return
  const accountsAfter = (after: string) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(gt(users.id, after))
      .orderBy(asc(users.id))
      .limit(ACCOUNTS)
      .all()
  const trim = async (tx: Db, budget: Ownership) => {
    const over = await bytesOver(tx, budget, limit)
    return over > 0 && purgePartOfBytes(tx, budget, over)
  }
  for await (const accounts of inBatches(accountsAfter, signal)) {
    for (const { id } of accounts) {
      for (const offeredTo of [null, id]) {
        const budget = { createdBy: id, offeredTo }
        if ((await bytesOver(db, budget, limit)) <= 0) continue
        await inParts(() => write((tx) => trim(tx, budget)), signal)
      }
    }
  }
}

export async function sweepSharing(
  services: Pick<Services, 'db' | 'write'>,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<void> {
  await sweepLinks(services, now, signal)
  await inParts(() => services.write((tx) => sweepInvites(tx, now)), signal)
}

/** Now and once a day. Returns the function that stops it and resolves when it no longer writes. */
export function startSweeping(services: Services): () => Promise<void> {
  const stopped = new AbortController()
  const { signal } = stopped
  const sweep = async () => {
    try {
      await services.unlessRunning('sweep', async () => {
        await sweepOffers(services)
        await sweepDeleted(services, Date.now(), signal)
        await sweepSharing(services, Date.now(), signal)
        const swept = await sweepFiles(services, Date.now(), signal)
        if (swept > 0) services.log.info({ swept }, 'deleted unused receipt files')
      })
    } catch (error) {
      if (!signal.aborted) services.log.warn({ err: error }, 'could not delete what is old or unused')
    }
  }
  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweep()
  }, DAY)
  timer.unref()
  return () => {
    clearInterval(timer)
    stopped.abort()
    return sweeping
  }
}
