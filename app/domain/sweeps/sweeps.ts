import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { purgeBytes, purgeList } from '#app/domain/history/purge.ts'
import { oldestChanges, purgeOld } from '#app/domain/history/trimBytes.ts'
import { sweepOperations } from '#app/domain/keptOperations.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { sweepFiles } from '#app/domain/receipts/receiptFiles.ts'
import { sweepInvites } from '#app/domain/sharing/invites.ts'
import { sweepLinks } from '#app/domain/sharing/links.ts'
import { DAY } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { type Db, deleted, withDeleted } from '#db/database.ts'
import { changes, items, lists, receipts } from '#db/schema.ts'

/** Deletes for good what was deleted 30 days ago, a little at a time, so that nobody waits for it. */
export async function sweepDeleted(services: Services, now = Date.now()): Promise<void> {
  const time = now - KEEP_DELETED_FOR
  const old = await services.db
    .select({ id: lists.id })
    .from(lists)
    .where(and(deleted(lists), lte(lists.deletedAt, time)))
    .all()
  for (const { id } of old) await services.write((tx) => purgeList(tx, id))
  const all = await services.db.select({ id: lists.id }).from(lists).where(withDeleted(lists)).all()
  for (const { id } of all) {
    while (await keepsFromBefore(services.db, id, time)) {
      await services.write(async (tx) => {
        const old = (await oldestChanges(tx, id)).filter(({ createdAt }) => createdAt <= time)
        await purgeOld(tx, id, old, time)
      })
    }
  }
  while (await services.write((tx) => sweepOperations(tx, now))) {}
  await trimAccounts(services)
}

/** Ticks and edits don't look at the account's storage, so their changes may have grown past it. */
async function trimAccounts({ db, config, write }: Services): Promise<void> {
  const limit = config.STORAGE_PER_ACCOUNT
  if (limit === undefined) return
  const all = sql`sum(${lists.storedBytes} + ${lists.historyBytes} + ${lists.operationBytes})`.mapWith(Number)
  const full = await db
    .select({ userId: lists.createdBy, all })
    .from(lists)
    .where(withDeleted(lists))
    .groupBy(lists.createdBy)
    .having(gt(all, limit))
    .all()
  for (const { userId, all } of full) await write((tx) => purgeBytes(tx, userId, all - limit))
}

async function keepsFromBefore(db: Db, listId: string, time: number): Promise<boolean> {
  const [change] = await db
    .select({ createdAt: changes.createdAt })
    .from(changes)
    .where(eq(changes.listId, listId))
    .orderBy(asc(changes.listRevision))
    .limit(1)
    .all()
  if (change && change.createdAt <= time) return true
  const [item] = await db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.listId, listId), deleted(items), lte(items.deletedAt, time)))
    .limit(1)
    .all()
  if (item) return true
  const [receipt] = await db
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.listId, listId), deleted(receipts), lte(receipts.deletedAt, time)))
    .limit(1)
    .all()
  return receipt !== undefined
}

export async function sweepSharing({ write }: Pick<Services, 'write'>, now = Date.now()): Promise<void> {
  await write(async (tx) => {
    await sweepLinks(tx, now)
    await sweepInvites(tx, now)
  })
}

export function startSweeping(services: Services): () => void {
  const sweep = async () => {
    try {
      await services.unlessRunning('sweep', async () => {
        await sweepDeleted(services)
        await sweepSharing(services)
        const swept = await sweepFiles(services)
        if (swept > 0) services.log.info({ swept }, 'deleted unused receipt files')
      })
    } catch (error) {
      services.log.warn({ err: error }, 'could not look for unused receipt files')
    }
  }
  void sweep()
  const timer = setInterval(sweep, DAY)
  timer.unref()
  return () => clearInterval(timer)
}
