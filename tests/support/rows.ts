import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Category } from '#app/domain/aisles/categories.ts'
import { newId } from '#app/domain/ids.ts'
import { thingKey } from '#app/domain/quickAdd/thingKey.ts'
import { newStorageKey } from '#app/domain/receipts/receiptFiles.ts'
import { nameKey } from '#app/domain/text.ts'
import { DAY } from '#app/domain/time.ts'
import type { Larder, Person } from './larder.ts'

// Inserts rows directly into the database of a running server, to set up tests.

export function addList({ database }: Larder, person: Person, name: string, created = new Date()): string {
  const id = newId()
  database
    .prepare('INSERT INTO lists (id, name, created_by, created_at, changed_at) VALUES (?, ?, ?, ?, ?)')
    .run(id, name, person.id, created.getTime(), created.getTime())
  return id
}

export interface NewItem {
  name: string
  quantity?: number
  price?: number
  completed?: boolean
}

/** Takes decimal quantities and prices; returns the ids. */
export function addItems({ database }: Larder, listId: string, items: NewItem[]): string[] {
  const insert = database.prepare(
    `INSERT INTO items (id, list_id, name, quantity_milli, price_cents, completed, position, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const now = Date.now()
  const insertAll = database.transaction(() =>
    items.map(({ name, quantity = 1, price = 0, completed = false }, position) => {
      const id = newId()
      const milli = Math.round(quantity * 1000)
      const cents = Math.round(price * 100)
      insert.run(id, listId, name, milli, cents, completed ? 1 : 0, position, now, now)
      return id
    }),
  )
  return insertAll()
}

interface NewMemory {
  name: string
  unit?: string
  uses?: number
  price?: number
  /** The price is for this much. */
  forQuantity?: number
}

export function addMemories({ database }: Larder, { id }: Person, memories: NewMemory[]): void {
  const insert = database.prepare(
    `INSERT INTO memories (user_id, name_key, unit, name, uses, last_used_at, price_cents, price_for, price_quantity_milli)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const now = Date.now()
  const insertAll = database.transaction(() => {
    for (const { name, unit = '', uses = 1, price, forQuantity } of memories) {
      const cents = price === undefined ? null : Math.round(price * 100)
      const priceFor = cents === null ? null : forQuantity === undefined ? 'one' : 'all'
      const milli = forQuantity === undefined ? null : forQuantity * 1000
      insert.run(id, nameKey(name), unit, name, uses, now, cents, priceFor, milli)
    }
  })
  insertAll()
}

/** Stores this image, or a sparse file of this size. */
export function addReceipt(
  { database, dataDir }: Larder,
  listId: string,
  image: Buffer | number,
  { width = 9, height = 9 } = {},
): void {
  const key = newStorageKey()
  const folder = join(dataDir, 'receipts', key.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, key), typeof image === 'number' ? '' : image)
  if (typeof image === 'number') truncateSync(join(folder, key), image)
  const bytes = typeof image === 'number' ? image : image.length
  database
    .prepare(
      `INSERT INTO receipts (id, list_id, storage_key, content_type, bytes, width, height, created_at)
       VALUES (?, ?, ?, 'image/webp', ?, ?, ?, ?)`,
    )
    .run(newId(), listId, key, bytes, width, height, Date.now())
}

interface NewTrip {
  list?: { id: string; name: string }
  store?: string
  /** Unless nobody knows. */
  paid?: number
  currency?: string
  boughtOn: string
  /** One of each, at these prices. */
  lines?: { name: string; price: number }[]
  /** Instead of the sum of its lines. */
  estimate?: number
}

/** Takes decimal sums; in yen they are whole. Returns the ids. */
export function addTrips({ database }: Larder, { id: owner }: Person, trips: NewTrip[]): string[] {
  const insert = database.prepare(
    `INSERT INTO trips (id, list_id, list_name, owner_id, finished_by, store, paid_minor, estimate_minor, currency,
       bought_on, item_count, stored_bytes, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1000, ?, ?)`,
  )
  const insertLine = database.prepare(
    `INSERT INTO trip_items (trip_id, position, name, name_key, unit, quantity_milli, price_minor, price_for, amount_minor)
     VALUES (?, ?, ?, ?, '', 1000, ?, 'one', ?)`,
  )
  const now = Date.now()
  const insertAll = database.transaction(() =>
    trips.map(({ list, store = '', paid, currency = 'USD', boughtOn, lines = [], estimate }) => {
      const id = newId()
      const minor = (sum: number) => Math.round(sum * (currency === 'JPY' ? 1 : 100))
      const sum = estimate ?? lines.reduce((sum, { price }) => sum + price, 0)
      const sums = [paid === undefined ? null : minor(paid), minor(sum), currency]
      insert.run(
        id,
        list?.id ?? null,
        list?.name ?? '',
        owner,
        owner,
        store,
        ...sums,
        boughtOn,
        lines.length,
        now,
        now,
      )
      for (const [position, { name, price }] of lines.entries())
        insertLine.run(id, position, name, nameKey(name), minor(price), minor(price))
      return id
    }),
  )
  return insertAll()
}

interface NewGood {
  name: string
  unit?: string
  note?: string
  quantity?: number
  times?: number
  daysAgo?: number
  gapDays?: number
}

/** What a list usually has. Without more, it is due. */
export function addGoods({ database }: Larder, listId: string, goods: NewGood[]): void {
  const insert = database.prepare(
    `INSERT INTO goods (list_id, name_key, unit, name, note, quantity_milli, times, last_on, gap_days)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const { name, unit = '', note = '', quantity = 1, times = 3, daysAgo = 7, gapDays = 7 } of goods) {
    const lastOn = new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10)
    insert.run(listId, thingKey(name), unit, name, note, quantity * 1000, times, lastOn, gapDays)
  }
}

/** Learned from four trips, in this order. */
export function addAisles({ database }: Larder, listId: string, categories: Category[]): void {
  const insert = database.prepare(
    'INSERT INTO aisles (list_id, category, position, trips, pinned) VALUES (?, ?, ?, 4, 0)',
  )
  for (const [n, category] of categories.entries()) insert.run(listId, category, n / categories.length)
}

/** As somebody has chosen. */
export function addCategories({ database }: Larder, listId: string, categories: Record<string, Category>) {
  const insert = database.prepare('INSERT INTO categories (list_id, name_key, category) VALUES (?, ?, ?)')
  for (const [name, category] of Object.entries(categories)) insert.run(listId, thingKey(name), category)
}
