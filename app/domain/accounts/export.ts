import { and, asc, eq } from 'drizzle-orm'
import { type List, ownedBy, type User } from '#app/domain/access/access.ts'
import { sortingOf } from '#app/domain/aisles/sorting.ts'
import type { Caller } from '#app/domain/audit.ts'
import { amountOf, toDecimal } from '#app/domain/items/amounts.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { byField, eachField, type ItemValues } from '#app/domain/items/itemFields.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { ownTripsOf } from '#app/domain/trips/trips.ts'
import { tripsCsv } from '#app/domain/trips/tripsCsv.ts'
import type { Services } from '#app/services.ts'
import { withDeleted } from '#db/database.ts'
import { lists, receipts, trips } from '#db/schema.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.ts'
import { dataJson, type ReceiptNames } from './exportJson.ts'
import { iso, itemsOf, listsOf, ORDER_CREATED } from './exportRows.ts'
import { type ZipEntry, zip } from './zip.ts'

export async function exportData(services: Services, user: User, caller: Caller) {
  services.userLimits.consumeExport(user.id)
  services.audit.note(caller, { event: 'data-exported', user: user.id })
  return zip(entriesOf(services, user))
}

async function* entriesOf(services: Services, user: User): AsyncGenerator<ZipEntry> {
  const names: ReceiptNames = new Map()
  const photos = [...(await receiptsOf(services, user)), ...(await tripReceiptsOf(services, user))]
  for (const { title, id, storageKey } of photos) {
    const bytes = await services.storage.get(storageKey)
    if (!bytes) continue
    const name = `receipts/${String(names.size + 1).padStart(3, '0')} ${toFileName(title)}.webp`
    names.set(id, name)
    yield { name, bytes }
  }
  yield { name: 'data.json', text: dataJson(services, user, names) }
  yield { name: 'items.csv', text: itemsCsv(services, user) }
  yield { name: 'trips.csv', text: ownTripsCsv(services, user) }
}

const FILE = { id: receipts.id, storageKey: receipts.storageKey }

async function receiptsOf({ db }: Services, user: User) {
  return db
    .select({ ...FILE, title: lists.name })
    .from(receipts)
    .innerJoin(lists, eq(lists.id, receipts.listId))
    .where(and(ownedBy(user.id), withDeleted(lists), withDeleted(receipts)))
    .orderBy(...ORDER_CREATED)
    .all()
}

async function tripReceiptsOf({ db }: Services, user: User) {
  const rows = await db
    .select({ ...FILE, trip: trips })
    .from(receipts)
    .innerJoin(trips, eq(trips.id, receipts.tripId))
    .where(and(eq(trips.ownerId, user.id), withDeleted(trips), withDeleted(receipts)))
    .orderBy(asc(trips.boughtOn), asc(trips.id))
    .all()
  return rows.map(({ trip: { boughtOn, store, listName }, ...file }) => ({
    ...file,
    title: `${boughtOn} ${store || listName}`,
  }))
}

async function* ownTripsCsv(services: Services, user: User): AsyncGenerator<string> {
  const own = await ownTripsOf(services, user)
  yield tripsCsv(own.filter(({ deletedAt }) => deletedAt === null))
}

function toFileName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{M}\p{N} _-]+/gu, '_').trim()
  return [...plain].slice(0, 60).join('') || 'list'
}

/** In this order, for programs that count columns: other fields of items come last. */
const COLUMNS = {
  list: 'list',
  name: 'item',
  quantity: 'quantity',
  price: 'price',
  amount: 'amount',
  completed: 'completed',
  added: 'added',
  unit: 'unit',
  priceFor: 'price for',
  currency: 'currency',
}
const TITLES = { ...COLUMNS, ...eachField<ItemValues>((name) => name), ...COLUMNS, category: 'category' }
const ORDER = Object.keys(TITLES) as (keyof typeof TITLES)[]

async function* itemsCsv(services: Services, user: User): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.values(TITLES))
  for (const list of await listsOf(services, user)) {
    if (list.deletedAt !== null) continue
    const { rows, currency } = await itemsOf(services, list)
    const { categoryOf } = await sortingOf(services.db, list.id)
    yield rows
      .filter(({ deletedAt }) => deletedAt === null)
      .map((item) => csvLine(cellsOf(list, item, currency, categoryOf(item.name))))
      .join('')
  }
}

function cellsOf(list: List, item: Item, currency: string, category: string) {
  const { decimals } = currencyOf(currency)
  const cells: Record<(typeof ORDER)[number], string | number> = {
    ...byField(item),
    list: list.name,
    quantity: item.quantityMilli / 1000,
    price: toDecimal(item.priceCents, decimals),
    amount: toDecimal(amountOf(item), decimals),
    completed: item.completed ? 'yes' : 'no',
    added: iso(item.createdAt) ?? '',
    currency,
    category,
  }
  return ORDER.map((column) => cells[column])
}
