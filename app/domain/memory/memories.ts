import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Actor, isGuest, type List, type User } from '#app/domain/access/access.ts'
import { type Priced, scalePrice, type Unit } from '#app/domain/items/amounts.ts'
import { MAX_MEMORIES_PER_USER, MEMORIES_AFTER_FORGETTING } from '#app/domain/limitsAndLifetimes.ts'
import { readText } from '#app/domain/quickAdd/readText.ts'
import { storedThingKey } from '#app/domain/quickAdd/storedKeys.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import { readOnce } from '#app/domain/readOnce.ts'
import { cleanLine, nameKey } from '#app/domain/text.ts'
import type { Services } from '#app/services.ts'
import { type Db, placeholders, prepared, preparedForRows } from '#db/database.ts'
import { type items, memories } from '#db/schema.ts'

// Names and prices that people add and tick, so that adding them again takes a tap. Guests have no memory.

export type Memory = typeof memories.$inferSelect

type Item = typeof items.$inferSelect
type Remembered = Pick<
  Item,
  'name' | 'quantityMilli' | 'unit' | 'priceCents' | 'priceFor' | 'priceGuessed' | 'priceRemembered'
>

type Thing = Pick<Item, 'name' | 'unit'>
type OfList = Pick<List, 'currency'>

export async function rememberAdded(tx: Db, actor: Actor, list: OfList, added: Remembered[]): Promise<void> {
  if (!isGuest(actor)) await remember(tx, actor.id, list, added, 1)
}

/** Ticking counts as buying, unless they added it themselves: that has counted. */
export async function rememberTick(tx: Db, actor: Actor, list: OfList, item: Item): Promise<void> {
  if (!isGuest(actor)) await remember(tx, actor.id, list, [item], item.addedBy === actor.id ? 0 : 1)
}

/** As a receipt has them: that isn't one more use. */
export async function rememberPrices(tx: Db, { id }: User, list: OfList, corrected: Remembered[]) {
  await remember(tx, id, list, corrected, 0)
}

async function remember(
  tx: Db,
  userId: string,
  { currency }: OfList,
  added: Remembered[],
  uses: number,
): Promise<void> {
  const lastUsedAt = Date.now()
  let isNew = false
  await renewKeys(tx, userId, added)
  for (const item of added) {
    const stored = await upsert(tx).get({
      userId,
      currency,
      ...remembered(item),
      uses,
      firstUses: 1,
      lastUsedAt,
    })
    isNew ||= stored.uses <= 1
  }
  if (isNew) await forgetOldest(tx, userId)
}

export function remembered({ name, unit, quantityMilli, priceCents, priceFor, ...item }: Remembered) {
  const isPriced = priceCents > 0 && !item.priceGuessed && !item.priceRemembered
  return {
    nameKey: storedThingKey(name),
    spelling: nameKey(name),
    unit,
    name,
    priceCents: isPriced ? priceCents : null,
    priceFor: isPriced ? priceFor : null,
    priceQuantityMilli: isPriced && priceFor === 'all' ? quantityMilli : null,
  }
}

const FIRST_USE = {
  ...placeholders('userId', 'nameKey', 'spelling', 'unit', 'name', 'lastUsedAt'),
  ...placeholders('priceCents', 'currency', 'priceFor', 'priceQuantityMilli'),
  uses: sql.placeholder('firstUses'),
}

/** As people look for it, also before its key is renewed. */
const SPELLING = `(case when memories.spelling = '' then memories.name_key else memories.spelling end)`

/** `again` says what a memory becomes that exists. */
const insertOrUse = (db: Db, again: Partial<Record<keyof Memory, SQL>>) =>
  db
    .insert(memories)
    .values(FIRST_USE)
    .onConflictDoUpdate({ target: [memories.userId, memories.nameKey, memories.unit], set: again })

const upsert = prepared((db) => {
  const latest = (column: string) =>
    sql.raw(`case when excluded.price_cents is not null then excluded.${column} else memories.${column} end`)
  // A name typed in lowercase doesn't replace one with capitals.
  const keeps = `excluded.name = excluded.spelling and memories.name <> ${SPELLING}`
  const used = insertOrUse(db, {
    name: sql.raw(`case when ${keeps} then memories.name else excluded.name end`),
    spelling: sql.raw(`case when ${keeps} then ${SPELLING} else excluded.spelling end`),
    uses: sql`${memories.uses} + ${sql.placeholder('uses')}`,
    lastUsedAt: sql`excluded.last_used_at`,
    priceCents: latest('price_cents'),
    currency: latest('currency'),
    priceFor: latest('price_for'),
    priceQuantityMilli: latest('price_quantity_milli'),
  })
  return used.returning({ uses: memories.uses }).prepare()
})

/** The newest name and price count, also next to what was remembered in the meantime. */
export const learn = prepared((db) => {
  const newest = (column: string) =>
    sql.raw(
      `case when excluded.last_used_at >= memories.last_used_at then excluded.${column} else ${column === 'spelling' ? SPELLING : `memories.${column}`} end`,
    )
  const latestPrice = (column: string) =>
    sql.raw(
      `case when memories.price_cents is null or (excluded.price_cents is not null and excluded.last_used_at >= memories.last_used_at) then excluded.${column} else memories.${column} end`,
    )
  const used = insertOrUse(db, {
    name: newest('name'),
    spelling: newest('spelling'),
    uses: sql.raw('memories.uses + excluded.uses'),
    lastUsedAt: newest('last_used_at'),
    priceCents: latestPrice('price_cents'),
    currency: latestPrice('currency'),
    priceFor: latestPrice('price_for'),
    priceQuantityMilli: latestPrice('price_quantity_milli'),
  })
  return used.prepare()
})

/** A memory of 'apples' from before plurals becomes one of 'apple', with what is remembered of that. */
async function renewKeys(tx: Db, userId: string, things: Thing[]): Promise<void> {
  const plurals = things.flatMap(({ name }) =>
    nameKey(name) === storedThingKey(name) ? [] : [nameKey(name)],
  )
  if (plurals.length === 0) return
  const { query, values } = oldMemories(tx, distinct(plurals))
  for (const old of await query.all({ ...values, userId })) {
    if (!things.some(({ name, unit }) => unit === old.unit && nameKey(name) === old.nameKey)) continue
    await deleteMemory(tx).run(old)
    await learnAgain(tx, old)
  }
}

const distinct = (keys: string[]) => [...new Set(keys)].map((nameKey) => ({ nameKey }))

const oldMemories = preparedForRows(
  memories,
  (db, rows) =>
    db
      .select()
      .from(memories)
      .where(
        and(
          eq(memories.userId, sql.placeholder('userId')),
          inArray(
            memories.nameKey,
            rows.map(({ nameKey }) => nameKey),
          ),
          eq(memories.spelling, ''),
        ),
      )
      .prepare(),
  ['nameKey'],
)

const isOld = (userId: string, name: string, unit: Unit) =>
  and(
    eq(memories.userId, userId),
    eq(memories.nameKey, nameKey(name)),
    eq(memories.unit, unit),
    eq(memories.spelling, ''),
  )

export async function learnAgain(tx: Db, { uses: firstUses, ...old }: Memory): Promise<void> {
  await learn(tx).run({ ...old, nameKey: thingKey(old.name), spelling: nameKey(old.name), firstUses })
}

export async function forgetOldest(tx: Db, userId: string): Promise<void> {
  const { n } = (await countMemories(tx).get({ userId })) ?? { n: 0 }
  if (n <= MAX_MEMORIES_PER_USER) return
  const oldest = await tx
    .select({ nameKey: memories.nameKey, unit: memories.unit })
    .from(memories)
    .where(eq(memories.userId, userId))
    .orderBy(asc(memories.lastUsedAt), asc(memories.nameKey))
    .limit(n - MEMORIES_AFTER_FORGETTING)
    .all()
  for (const memory of oldest) await deleteMemory(tx).run({ userId, ...memory })
}

const countMemories = prepared((db) =>
  db
    .select({ n: count() })
    .from(memories)
    .where(eq(memories.userId, sql.placeholder('userId')))
    .prepare(),
)

const isMemory = and(
  eq(memories.userId, sql.placeholder('userId')),
  eq(memories.nameKey, sql.placeholder('nameKey')),
  eq(memories.unit, sql.placeholder('unit')),
)

const deleteMemory = prepared((db) => db.delete(memories).where(isMemory).prepare())

export async function memoriesOf(db: Db, { id }: Pick<User, 'id'>): Promise<Memory[]> {
  return oftenUsed(db).all({ userId: id, limit: MAX_MEMORIES_PER_USER })
}

const OFTEN_FIRST = [desc(memories.uses), desc(memories.lastUsedAt), asc(memories.nameKey)]

const oftenUsed = prepared((db) =>
  db
    .select()
    .from(memories)
    .where(eq(memories.userId, sql.placeholder('userId')))
    .orderBy(...OFTEN_FIRST)
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** The first of those whose name contains the text, and how many there are. */
export async function findMemories({ db }: Services, { id }: User, search: string, limit: number) {
  const key = nameKey(cleanLine(search))
  const userId = eq(memories.userId, id)
  // LIKE would take some characters for wildcards.
  const spelling = sql.raw(SPELLING)
  const matches = key ? sql`replace(${spelling}, ${key}, '') <> ${spelling}` : sql`1 = 1`
  const counts = await db
    .select({ total: count(), found: sql`count(case when ${matches} then 1 end)`.mapWith(Number) })
    .from(memories)
    .where(userId)
    .get()
  const shown = await db
    .select()
    .from(memories)
    .where(and(userId, matches))
    .orderBy(...OFTEN_FIRST)
    .limit(limit)
    .all()
  return { total: counts?.total ?? 0, found: counts?.found ?? 0, shown }
}

export async function forget(services: Services, user: User, name: string, unit: Unit): Promise<void> {
  const memory = { userId: user.id, nameKey: thingKey(name), unit }
  await services.write(async (tx) => {
    await deleteMemory(tx).run(memory)
    await tx
      .delete(memories)
      .where(isOld(user.id, name, unit))
      .run()
  })
}

export async function forgetAll(services: Services, user: User): Promise<void> {
  await services.write((tx) => tx.delete(memories).where(eq(memories.userId, user.id)).run())
}

export async function rememberedPrices(
  tx: Db,
  actor: Actor,
  { currency }: OfList,
  wanted: { name: string }[],
): Promise<(item: Wanted) => Price | undefined> {
  if (isGuest(actor) || wanted.length === 0) return () => undefined
  // Memories from before plurals have the whole name as their key.
  const keys = distinct(wanted.flatMap(({ name }) => [storedThingKey(name), nameKey(name)]))
  const { query, values } = memoriesOfNames(tx, keys)
  const found = await query.all({ ...values, userId: actor.id, currency })
  const byKey = new Map(found.map((memory) => [`${memory.unit} ${memory.nameKey}`, memory]))
  return ({ name, unit, quantityMilli }) =>
    priceOf(
      byKey.get(`${unit} ${storedThingKey(name)}`) ?? byKey.get(`${unit} ${nameKey(name)}`),
      quantityMilli,
    )
}

const memoriesOfNames = preparedForRows(
  memories,
  (db, rows) =>
    db
      .select()
      .from(memories)
      .where(
        and(
          eq(memories.userId, sql.placeholder('userId')),
          eq(memories.currency, sql.placeholder('currency')),
          inArray(
            memories.nameKey,
            rows.map(({ nameKey }) => nameKey),
          ),
        ),
      )
      .prepare(),
  ['nameKey'],
)

interface Wanted {
  name: string
  unit: Unit
  /** Undefined if nobody said how much: then it is as much as last time. */
  quantityMilli: number | undefined
}

type Price = Pick<Priced, 'priceCents' | 'priceFor'> & Partial<Pick<Priced, 'quantityMilli'>>

function priceOf(memory: Memory | undefined, quantityMilli: number | undefined): Price | undefined {
  if (!memory?.priceCents || !memory.priceFor) return undefined
  const { priceCents, priceFor, priceQuantityMilli } = memory
  if (priceFor === 'one' || !priceQuantityMilli) return { priceCents, priceFor }
  if (quantityMilli === undefined) return { priceCents, priceFor, quantityMilli: priceQuantityMilli }
  const scaled = scalePrice(priceCents, priceQuantityMilli, quantityMilli)
  return scaled === 0 ? undefined : { priceCents: scaled, priceFor }
}

const MIN_USES = 2
const MAX_CANDIDATES = 60

export async function oftenBought(
  { db }: Services,
  user: User,
  lineFor: (item: { name: string; unit: Unit; quantityMilli: number }) => string,
  onList: { name: string }[],
  most: number,
) {
  const taken = new Set(onList.map(({ name }) => storedThingKey(name)))
  const often = await oftenUsed(db).all({ userId: user.id, limit: MAX_CANDIDATES })
  const chosen: Thing[] = []
  for (const { name, unit, uses } of often) {
    if (uses < MIN_USES || chosen.length === most) break
    const key = storedThingKey(name)
    const line = lineFor({ name, unit, quantityMilli: 1000 })
    if (taken.has(key) || !readsBack(line, { name, unit })) continue
    taken.add(key)
    chosen.push({ name, unit })
  }
  return chosen
}

/** Whether this line adds the item: 'onions, chopped' would add two. */
export const readsBack = (line: string, { name, unit }: Thing) => isReadAs(JSON.stringify([line, name, unit]))

/** Reading a dozen lines for the chips of each page would take a quarter of its time. */
const isReadAs = readOnce((asked) => {
  const [line, name, unit]: [string, string, Unit] = JSON.parse(asked)
  const { items } = readText(line)
  const [item] = items
  return items.length === 1 && item?.name === name && item.unit === unit && !item.isTicked
})

const matching = prepared((db) => {
  const spelling = sql.raw(SPELLING)
  const isThing = sql`${memories.nameKey} = ${sql.placeholder('nameKey')}`
  const startsWith = sql`(${isThing} or ${spelling} like ${sql.placeholder('prefix')} escape '\\')`
  const hasWord = sql`${spelling} like ${sql.placeholder('word')} escape '\\'`
  return db
    .select()
    .from(memories)
    .where(and(eq(memories.userId, sql.placeholder('userId')), sql`(${startsWith} or ${hasWord})`))
    .orderBy(sql`case when ${startsWith} then 0 else 1 end`, desc(memories.uses), desc(memories.lastUsedAt))
    .limit(sql.placeholder('limit'))
    .prepare()
})

export async function memoriesLike(db: Db, userId: string, text: string, limit: number): Promise<Memory[]> {
  const escaped = nameKey(text).replace(/[\\%_]/g, (character) => `\\${character}`)
  const wanted = { nameKey: thingKey(text), prefix: `${escaped}%`, word: `% ${escaped}%` }
  return matching(db).all({ userId, ...wanted, limit })
}
