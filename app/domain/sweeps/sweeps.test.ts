import { asc, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { tryConsume } from '#app/domain/accounts/attempts.ts'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { mintToken } from '#app/domain/accounts/tokens.ts'
import { chunks } from '#app/domain/batches.ts'
import { saveFlash } from '#app/domain/flashes.ts'
import { restoreList } from '#app/domain/history/trash.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import { deleteList } from '#app/domain/lists/lists.ts'
import { newStorageKey, sweepFiles } from '#app/domain/receipts/receiptFiles.ts'
import { sweepLinks } from '#app/domain/sharing/links.ts'
import { DAY } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import * as schema from '#db/schema.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { onPostgres } from '#tests/support/size.ts'
import { turnsDuring } from '#tests/support/turns.ts'
import { startSweeping, sweepDeleted, sweepSharing } from './sweeps.ts'

const OLD = Date.now() - 31 * DAY
const NEW = Date.now() - 29 * DAY
const { changeItems, changes, items, listLinks, lists, operations, receipts } = schema

async function setUp(environment = {}) {
  const services = await testServices(environment)
  return { services, ada: await addUser(services) }
}

type Rows = (typeof lists | typeof items | typeof changeItems | typeof listLinks)['$inferInsert'][]

async function insert(tx: Db, table: Parameters<Db['insert']>[0], rows: Rows) {
  for await (const some of chunks(rows)) await tx.insert(table).values(some).run()
}

const times = (count: number) => Array.from({ length: count }, (_, n) => n)

async function addLists({ write }: Services, { id: createdBy }: User, count: number): Promise<string[]> {
  const rows = times(count).map((n) => ({ id: newId(), name: `${n}`, createdBy, createdAt: OLD }))
  await write((tx) => insert(tx, lists, rows))
  return rows.map(({ id }) => id)
}

const change = (listId: string, createdAt: number, listRevision = 0) => ({
  id: newId(),
  listId,
  kind: 'tick' as const,
  listRevision,
  createdAt,
})

const item = (listId: string, deletedAt: number | null) => {
  const values = { listId, name: 'Milk', quantityMilli: 1000, priceCents: 0, position: 1 }
  return { id: newId(), ...values, createdAt: OLD, updatedAt: OLD, deletedAt }
}

const receipt = (listId: string, deletedAt: number) => {
  const values = { listId, storageKey: newId(), contentType: 'image/webp', bytes: 1, width: 1, height: 1 }
  return { id: newId(), ...values, createdAt: OLD, deletedAt }
}

/** A list with much in it, deleted at this time. */
async function addLongList(services: Services, user: User, deletedAt: number): Promise<string> {
  const [id = ''] = await addLists(services, user, 1)
  await services.write(async (tx) => {
    await tx
      .update(lists)
      .set({ deletedAt })
      .where(inArray(lists.id, [id]))
      .run()
    await insert(
      tx,
      items,
      times(250).map(() => item(id, null)),
    )
    for (let n = 0; n < 3; n += 1) {
      const made = { ...change(id, deletedAt, n), itemCount: 400 }
      await tx.insert(changes).values(made).run()
      const effects = times(400).map(() => ({ changeId: made.id, itemId: newId(), after: '{}' }))
      await insert(tx, changeItems, effects)
    }
    for (const n of times(150)) {
      await tx
        .insert(operations)
        .values({ id: `${n}`.padStart(64, '0'), listId: id, createdAt: Date.now() })
        .run()
    }
  })
  return id
}

async function countRows({ db }: Services): Promise<number> {
  let sum = 0
  for (const table of [lists, items, changes, changeItems, operations]) sum += await db.$count(table)
  return sum
}

const idsOf = async ({ db }: Services, table: typeof lists | typeof items) =>
  (await db.select({ id: table.id }).from(table).orderBy(asc(table.id)).all()).map(({ id }) => id)

/** Services that stop a sweep after this many units of work. */
function stopAfter(services: Services, units: number) {
  const stopped = new AbortController()
  let left = units
  const write: Services['write'] = async (work) => {
    const result = await services.write(work)
    left -= 1
    if (left === 0) stopped.abort()
    return result
  }
  return { services: { ...services, write }, signal: stopped.signal }
}

test('of many lists, exactly what is due goes', async () => {
  const { services, ada } = await setUp()
  const ids = await addLists(services, ada, 120)
  const at = (n: number) => ids[n] ?? ''
  const kept = [item(at(0), null), item(at(49), NEW), item(at(50), null), item(at(118), null)]
  await services.write(async (tx) => {
    await insert(tx, items, [...kept, item(at(49), OLD), item(at(119), null), item(at(1), OLD)])
    await tx
      .insert(changes)
      .values([change(at(50), OLD, 1), change(at(50), NEW, 2), change(at(0), NEW, 1)])
      .run()
    await tx
      .insert(receipts)
      .values([receipt(at(77), OLD), receipt(at(78), NEW)])
      .run()
    const old = [at(51), at(99), at(119)]
    await tx.update(lists).set({ deletedAt: OLD }).where(inArray(lists.id, old)).run()
    await tx
      .update(lists)
      .set({ deletedAt: NEW })
      .where(inArray(lists.id, [at(118)]))
      .run()
  })
  await sweepDeleted(services)
  expect(await idsOf(services, lists)).toEqual(ids.filter((_, n) => ![51, 99, 119].includes(n)))
  expect(await idsOf(services, items)).toEqual(kept.map(({ id }) => id))
  const { db } = services
  expect(await db.select({ at: changes.createdAt }).from(changes).all()).toEqual([{ at: NEW }, { at: NEW }])
  expect(await db.select({ listId: receipts.listId }).from(receipts).all()).toEqual([{ listId: at(78) }])
})

test('requests get a turn between the lists of a sweep', async () => {
  const { services, ada } = await setUp()
  await addLists(services, ada, 500)
  expect(await turnsDuring(() => sweepDeleted(services))).toBeGreaterThanOrEqual(10)
})

test('a list goes in small parts, and requests get a turn between them', async () => {
  const { services, ada } = await setUp()
  await addLongList(services, ada, OLD)
  let turns = 0
  let isDone = false
  const starts: number[] = []
  const rows = [await countRows(services)]
  const turn = () => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  turn()
  const write: Services['write'] = async (work) => {
    starts.push(turns)
    const result = await services.write(work)
    rows.push(await countRows(services))
    return result
  }
  await sweepDeleted({ ...services, write })
  isDone = true
  expect(rows.at(-1)).toBe(0)
  const deleted = rows.slice(1).map((left, n) => (rows[n] ?? 0) - left)
  expect(Math.max(...deleted)).toBeLessThanOrEqual(500)
  expect(new Set(starts).size).toBe(starts.length)
})

test('an interrupted sweep goes on the next time, and what is left of a list stays deleted', async () => {
  const { services, ada } = await setUp()
  const id = await addLongList(services, ada, OLD)
  const stopping = stopAfter(services, 2)
  await expect(sweepDeleted(stopping.services, Date.now(), stopping.signal)).rejects.toThrow('aborted')
  expect(await idsOf(services, lists)).toEqual([id])
  expect(await services.db.$count(changes)).toBe(1)
  await expect(restoreList(services, ada, id)).rejects.toThrow('list-not-found')
  await sweepDeleted(services)
  expect(await countRows(services)).toBe(0)
})

test('a list that goes because the account is full stays deleted, and goes on the next time', async () => {
  const { services, ada } = await setUp({ STORAGE_PER_ACCOUNT: '1MB' })
  const id = await addLongList(services, ada, NEW)
  await services.write((tx) =>
    tx
      .update(lists)
      .set({ historyBytes: 2_000_000 })
      .where(inArray(lists.id, [id]))
      .run(),
  )
  // The first units look for old trips and operations.
  const stopping = stopAfter(services, 4)
  await expect(sweepDeleted(stopping.services, Date.now(), stopping.signal)).rejects.toThrow('aborted')
  expect(await services.db.$count(changes)).toBe(1)
  await expect(restoreList(services, ada, id)).rejects.toThrow('list-not-found')
  await sweepDeleted(services)
  expect(await countRows(services)).toBe(0)
})

test('after 30 days a list is not restored, even if no sweep has come yet', async () => {
  const { services, ada } = await setUp()
  const [id = ''] = await addLists(services, ada, 1)
  const { change } = await deleteList(services, ada, id)
  await services.write((tx) =>
    tx
      .update(lists)
      .set({ deletedAt: OLD })
      .where(inArray(lists.id, [id]))
      .run(),
  )
  await expect(restoreList(services, ada, id)).rejects.toThrow('list-not-found')
  await expect(undoChange(services, ada, change ?? undefined)).rejects.toThrow('change-not-found')
})

test('of many links, those that ended long ago go', async () => {
  const { services, ada } = await setUp()
  const [listId = ''] = await addLists(services, ada, 1)
  const rows = times(450).map((n) => ({
    id: newId(),
    listId,
    tokenHash: `${n}`.padStart(64, '0'),
    role: 'editor' as const,
    label: '',
    createdAt: OLD,
    expiresAt: [0, 199, 200, 449].includes(n) ? OLD : null,
    revokedAt: n === 300 ? OLD : null,
  }))
  await services.write((tx) => insert(tx, listLinks, rows))
  await sweepSharing(services)
  const left = await services.db.select().from(listLinks).orderBy(asc(listLinks.id)).all()
  const isOver = ({ expiresAt, revokedAt }: (typeof rows)[number]) => (expiresAt ?? revokedAt) === OLD
  expect(left.map(({ id }) => id)).toEqual(rows.filter((row) => !isOver(row)).map(({ id }) => id))
  expect(await turnsDuring(() => sweepLinks(services, Date.now()))).toBeGreaterThanOrEqual(3)
})

test('requests get a turn between the files of a sweep', async () => {
  const { services } = await setUp()
  const storage = {
    ...services.storage,
    // A page of S3's, whose files are too new.
    async *list() {
      for (const _ of times(20)) yield { key: newStorageKey(), bytes: 1, modifiedAt: Date.now() }
    },
  }
  const turns = await turnsDuring(() => sweepFiles({ ...services, storage }))
  expect(turns).toBeGreaterThanOrEqual(20)
})

test('a request does not pay for all that has expired', async () => {
  const { services, ada } = await setUp()
  const { db, write } = services
  const { flashes, rateLimits, sessions, tokens } = schema
  const expiresAt = 1
  const ids = times(250).map((n) => `${n}`.padStart(64, '0'))
  await write(async (tx) => {
    const session = { userId: ada.id, createdAt: 1, lastSeenAt: 1, expiresAt }
    const other = { ...session, userId: (await addOther(tx)).id }
    for (const id of ids) {
      await tx
        .insert(sessions)
        .values({ ...other, id })
        .run()
      await tx.insert(tokens).values({ hash: id, purpose: 'reset', userId: ada.id, expiresAt }).run()
      await tx.insert(flashes).values({ id, body: '{}', expiresAt }).run()
      await tx.insert(rateLimits).values({ key: id, window: 1, count: 1 }).run()
    }
  })
  const left: number[][] = []
  for (let n = 0; n < 3; n += 1) {
    await write((tx) => startSession(tx, ada.id))
    await write((tx) => mintToken(tx, 'reset', ada.id))
    await saveFlash(services, {})
    await write((tx) => tryConsume(tx, RATE_LIMITS.registerByAddress, `192.0.2.${n}`))
    const row: number[] = []
    for (const table of [sessions, tokens, flashes, rateLimits]) row.push((await db.$count(table)) - n - 1)
    left.push(row)
  }
  expect(left).toEqual([150, 50, 0].map((count) => [count, count, count, count]))
})

async function addOther(tx: Db) {
  const user = { id: newId(), name: 'Ben', email: 'ben@example.org', passwordHash: 'unusable', createdAt: 1 }
  return tx.insert(schema.users).values(user).returning().get()
}

test('after the stop nothing is deleted', async () => {
  const { services, ada } = await setUp()
  const ids = await addLists(services, ada, 120)
  await services.write((tx) => tx.update(lists).set({ deletedAt: OLD }).where(inArray(lists.id, ids)).run())
  await startSweeping(services)()
  const left = await idsOf(services, lists)
  expect(left.length).toBeGreaterThan(60)
  await turnsDuring(() => services.db.select().from(lists).all())
  expect(await idsOf(services, lists)).toEqual(left)
  await sweepDeleted(services)
  expect(await idsOf(services, lists)).toEqual([])
})

test.skipIf(onPostgres)('writes that follow one another leave turns to others', async () => {
  const { services } = await setUp()
  const turns = await turnsDuring(async () => {
    for (let n = 0; n < 20; n += 1) await services.write(async (tx) => tx.select().from(lists).limit(1).all())
  })
  expect(turns).toBeGreaterThanOrEqual(19)
})
