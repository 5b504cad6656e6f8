import { and, asc, count, desc, eq, inArray, max, notInArray, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { prepared } from '#db/database.ts'
import { items, lists, outbox, rateLimits, receipts, sessions, users } from '#db/schema.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { openDatabase } from './open.ts'

async function database() {
  const opened = await openDatabase(await testDatabase())
  onTestFinished(() => opened.close())
  return opened
}

const USER = { id: 'u', name: 'Ada', email: 'ada@example.org', passwordHash: 'x', createdAt: 1 }
const LIST = { id: 'l', name: 'Saturday', createdBy: 'u', createdAt: 1 }
const item = (id: string, values: Partial<typeof items.$inferInsert> = {}) => ({
  id,
  listId: 'l',
  name: 'Milk',
  quantityMilli: 1000,
  priceCents: 119,
  priceGuessed: false,
  position: 1,
  createdAt: 1,
  updatedAt: 1,
  ...values,
})

/** A user with a list of two items. */
async function databaseWithItems() {
  const opened = await database()
  await opened.write(async (tx) => {
    await tx.insert(users).values(USER).run()
    await tx.insert(lists).values(LIST).run()
    await tx
      .insert(items)
      .values([item('a'), item('b', { name: 'Bread', completed: true, completedAt: 5 })])
      .run()
  })
  return opened
}

test('rows come back as they were written', async () => {
  const { db } = await databaseWithItems()
  const nobody = { addedBy: null, completedBy: null, guestName: null, completedGuest: null }
  const usual = {
    note: '',
    unit: '',
    priceFor: 'one',
    priceRemembered: false,
    completed: false,
    completedAt: 0,
  }
  const milk = { ...item('a'), ...usual, ...nobody, tripId: null, deletedAt: null }
  expect(await db.select().from(items).where(eq(items.id, 'a')).get()).toEqual(milk)
  expect(await db.select().from(items).where(eq(items.id, 'none')).get()).toBeUndefined()
  const fields = { name: items.name, completed: items.completed }
  expect(await db.select(fields).from(items).orderBy(items.id).all()).toEqual([
    { name: 'Milk', completed: false },
    { name: 'Bread', completed: true },
  ])
})

test('booleans and times keep their types in conditions', async () => {
  const { db, write } = await databaseWithItems()
  const at = 8.64e15
  await write((tx) =>
    tx.update(items).set({ completed: true, completedAt: at }).where(eq(items.id, 'a')).run(),
  )
  const ticked = db.select({ at: items.completedAt }).from(items).where(eq(items.completed, true))
  expect(await ticked.orderBy(items.completedAt).all()).toEqual([{ at: 5 }, { at }])
})

test('a write says how many rows it changed', async () => {
  const { write } = await databaseWithItems()
  const rename = (id: string) =>
    write((tx) => tx.update(items).set({ name: 'Oats' }).where(eq(items.id, id)).run())
  expect(await rename('a')).toEqual({ changes: 1 })
  expect(await rename('none')).toEqual({ changes: 0 })
  expect(await write((tx) => tx.delete(items).run())).toEqual({ changes: 2 })
})

test('inserts, updates and deletions return rows', async () => {
  const { write } = await databaseWithItems()
  const inserted = write((tx) =>
    tx
      .insert(items)
      .values([item('c'), item('d')])
      .returning()
      .all(),
  )
  expect((await inserted).map(({ id, completed }) => [id, completed])).toEqual([
    ['c', false],
    ['d', false],
  ])
  const renamed = write((tx) =>
    tx.update(items).set({ name: 'Oats' }).where(eq(items.id, 'c')).returning({ name: items.name }).get(),
  )
  expect(await renamed).toEqual({ name: 'Oats' })
  const deleted = write((tx) => tx.delete(items).where(eq(items.id, 'none')).returning().get())
  expect(await deleted).toBeUndefined()
})

test('a conflict updates or keeps the old row', async () => {
  const { db, write } = await database()
  const hit = () =>
    write((tx) =>
      tx
        .insert(rateLimits)
        .values({ key: 'k', window: 1, count: 1 })
        .onConflictDoUpdate({
          target: [rateLimits.key, rateLimits.window],
          set: { count: sql`${rateLimits.count} + 1` },
        })
        .run(),
    )
  await hit()
  await hit()
  expect(await db.select().from(rateLimits).all()).toEqual([{ key: 'k', window: 1, count: 2 }])
  const add = () => write((tx) => tx.insert(users).values(USER).onConflictDoNothing().run())
  expect(await add()).toEqual({ changes: 1 })
  expect(await add()).toEqual({ changes: 0 })
})

test('a conflict on one column can use the new values', async () => {
  const { db, write } = await database()
  const add = (name: string) =>
    write((tx) =>
      tx
        .insert(users)
        .values({ ...USER, name })
        .onConflictDoUpdate({ target: users.email, set: { name: sql`excluded.name` } })
        .run(),
    )
  await add('Ada')
  await add('Grace')
  expect(await db.select({ name: users.name }).from(users).all()).toEqual([{ name: 'Grace' }])
})

const itemsOf = prepared((db) =>
  db
    .select({ id: items.id })
    .from(items)
    .where(
      and(eq(items.listId, sql.placeholder('listId')), eq(items.completed, sql.placeholder('completed'))),
    )
    .orderBy(desc(items.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

test('prepared queries take values, also for a limit', async () => {
  const { db, write } = await databaseWithItems()
  await write((tx) => tx.insert(items).values(item('c')).run())
  const values = { listId: 'l', completed: 0, limit: 1 }
  expect(await itemsOf(db).all(values)).toEqual([{ id: 'c' }])
  expect(await itemsOf(db).all({ ...values, limit: 5 })).toEqual([{ id: 'c' }, { id: 'a' }])
  expect(await itemsOf(db).get({ ...values, completed: 1 })).toEqual({ id: 'b' })
  expect(await write((tx) => itemsOf(tx).all({ ...values, limit: 5 }))).toHaveLength(2)
})

test('updates calculate with placeholders and columns', async () => {
  const { db, write } = await databaseWithItems()
  const change = prepared((tx) =>
    tx
      .update(lists)
      .set({
        revision: sql`${lists.revision} + 1`,
        storedBytes: sql`${lists.storedBytes} + ${sql.placeholder('bytes')}`,
      })
      .where(eq(lists.id, sql.placeholder('id')))
      .returning({ revision: lists.revision })
      .prepare(),
  )
  expect(await write((tx) => change(tx).get({ id: 'l', bytes: 7 }))).toEqual({ revision: 1 })
  expect(await write((tx) => change(tx).get({ id: 'l', bytes: -2 }))).toEqual({ revision: 2 })
  expect(await db.select({ bytes: lists.storedBytes }).from(lists).get()).toEqual({ bytes: 5 })
})

test('counts, sums and extremes are numbers', async () => {
  const { db } = await databaseWithItems()
  const totals = {
    n: count(),
    latest: max(items.completedAt),
    cents: sql<number>`sum(${items.priceCents})`,
    bytes: sql<number>`coalesce(sum(octet_length(${items.name}) + ${200}), 0)`,
    isMany: sql<number>`count(*) > 1`,
  }
  expect(await db.select(totals).from(items).get()).toEqual({
    n: 2,
    latest: 5,
    cents: 238,
    bytes: 409,
    isMany: 1,
  })
  expect(await db.$count(items, eq(items.completed, true))).toBe(1)
})

test('a left join without a match is null', async () => {
  const { db, write } = await databaseWithItems()
  const all = () =>
    db
      .select({ id: lists.id, receipt: { id: receipts.id, bytes: receipts.bytes } })
      .from(lists)
      .leftJoin(receipts, eq(receipts.listId, lists.id))
      .all()
  expect(await all()).toEqual([{ id: 'l', receipt: null }])
  const receipt = { id: 'r', listId: 'l', storageKey: 'k', contentType: 'image/png', bytes: 9 }
  await write((tx) =>
    tx
      .insert(receipts)
      .values({ ...receipt, width: 1, height: 1, createdAt: 1 })
      .run(),
  )
  expect(await all()).toEqual([{ id: 'l', receipt: { id: 'r', bytes: 9 } }])
})

test('subqueries and lists of values work in conditions', async () => {
  const { db, write } = await databaseWithItems()
  expect(
    await db
      .select()
      .from(items)
      .where(inArray(items.id, ['a', 'b', 'x']))
      .all(),
  ).toHaveLength(2)
  const times = { createdAt: 1, lastSeenAt: 1, expiresAt: 9 }
  await write(async (tx) => {
    for (const id of ['1', '2', '3'])
      await tx
        .insert(sessions)
        .values({ id, userId: 'u', ...times })
        .run()
    const newest = tx.select({ id: sessions.id }).from(sessions).orderBy(desc(sessions.id)).limit(2)
    await tx.delete(sessions).where(notInArray(sessions.id, newest)).run()
  })
  const seen = db
    .select({ userId: sessions.userId, n: count().as('n') })
    .from(sessions)
    .groupBy(sessions.userId)
    .as('seen')
  const people = db
    .select({ name: users.name, n: seen.n })
    .from(users)
    .leftJoin(seen, eq(seen.userId, users.id))
  expect(await people.all()).toEqual([{ name: 'Ada', n: 2 }])
})

test('relational and handwritten queries return objects', async () => {
  const { db } = await databaseWithItems()
  expect(await db.query.items.findMany({ columns: { id: true }, orderBy: items.id })).toEqual([
    { id: 'a' },
    { id: 'b' },
  ])
  expect(await db.get(sql`SELECT id, completed FROM items WHERE id = ${'b'}`)).toEqual({
    id: 'b',
    completed: 1,
  })
  expect(await db.all(sql`SELECT id FROM items ORDER BY id`)).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(await db.values(sql`SELECT id FROM items ORDER BY id`)).toEqual([['a'], ['b']])
})

test('text is ordered byte by byte', async () => {
  const { db, write } = await databaseWithItems()
  await write((tx) =>
    tx
      .insert(items)
      .values([item('é'), item('Z'), item('_')])
      .run(),
  )
  const ids = await db.select({ id: items.id }).from(items).orderBy(asc(items.id)).all()
  expect(ids.map(({ id }) => id)).toEqual(['Z', '_', 'a', 'b', 'é'])
})

test('half a character is replaced, and a null character rejected', async () => {
  const { db, write } = await databaseWithItems()
  await write((tx) =>
    tx
      .insert(items)
      .values(item('c', { name: 'half \ud83c' }))
      .run(),
  )
  const stored = await db.select({ name: items.name }).from(items).where(eq(items.id, 'c')).get()
  expect(stored).toEqual({ name: 'half \ufffd' })
  const invalid = { code: '22021' }
  await expect(db.select().from(items).where(eq(items.id, 'a\0')).all()).rejects.toMatchObject(invalid)
  await expect(write((tx) => tx.insert(items).values(item('\0')).run())).rejects.toMatchObject(invalid)
})

test('an error names the problem, but not the values', async () => {
  const { write } = await databaseWithItems()
  const error = await write((tx) =>
    tx
      .insert(users)
      .values({ ...USER, id: 'other' })
      .run(),
  ).catch((e) => e)
  expect(error).toMatchObject({ code: '23505', constraint: 'users_email_unique' })
  expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain('ada@')
})

test("drizzle's transaction is refused", async () => {
  const { db } = await database()
  await expect(async () => db.transaction(async () => {})).rejects.toThrow('Use write')
})

test('short statements are parsed once per connection, long ones are not kept', async () => {
  const { write } = await databaseWithItems()
  const kept = await write(async (tx) => {
    for (const id of ['c', 'd', 'e']) await tx.insert(outbox).values(mail(id)).run()
    await tx
      .insert(outbox)
      .values(Array.from({ length: 100 }, (_, n) => mail(`many ${n}`)))
      .run()
    return tx.all<{ statement: string }>(
      sql`SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'insert into "outbox"%'`,
    )
  })
  expect(kept).toEqual([{ statement: expect.stringMatching(/values \([^()]+\)$/) }])
})

const mail = (id: string) => ({
  id,
  kind: 'reset' as const,
  email: `${id}@example.org`,
  nextAttemptAt: 1,
  createdAt: 1,
})

test('a connection keeps at most 300 statements', async () => {
  const { write } = await database()
  const [row] = await write(async (tx) => {
    for (let n = 0; n < 310; n += 1) await tx.get(sql.raw(`SELECT ${n}`))
    return tx.all<{ n: number }>(sql`SELECT count(*) AS n FROM pg_prepared_statements`)
  })
  expect(row?.n).toBeGreaterThan(100)
  expect(row?.n).toBeLessThanOrEqual(300)
})
