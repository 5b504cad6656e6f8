import { and, eq } from 'drizzle-orm'
import { type List, ownedBy, type User } from '#app/domain/access/access.ts'
import type { Caller } from '#app/domain/audit.ts'
import { amountOf, toDecimal } from '#app/domain/items/amounts.ts'
import type { Item } from '#app/domain/items/findItem.ts'
import { byField, eachField, type ItemValues } from '#app/domain/items/itemFields.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import type { Services } from '#app/services.ts'
import { withDeleted } from '#db/database.ts'
import { lists, receipts } from '#db/schema.ts'
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
  for (const { list, receipt } of await receiptsOf(services, user)) {
    const bytes = await services.storage.get(receipt.storageKey)
    if (!bytes) continue
    const name = `receipts/${String(names.size + 1).padStart(3, '0')} ${toFileName(list.name)}.webp`
    names.set(receipt.id, name)
    yield { name, bytes }
  }
  yield { name: 'data.json', text: dataJson(services, user, names) }
  yield { name: 'items.csv', text: itemsCsv(services, user) }
}

async function receiptsOf({ db }: Services, user: User) {
  return db
    .select({ list: lists, receipt: receipts })
    .from(receipts)
    .innerJoin(lists, eq(lists.id, receipts.listId))
    .where(and(ownedBy(user.id), withDeleted(lists), withDeleted(receipts)))
    .orderBy(...ORDER_CREATED)
    .all()
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
const TITLES = { ...COLUMNS, ...eachField<ItemValues>((name) => name), ...COLUMNS }
const ORDER = Object.keys(TITLES) as (keyof typeof TITLES)[]

async function* itemsCsv(services: Services, user: User): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.values(TITLES))
  for (const list of await listsOf(services, user)) {
    if (list.deletedAt !== null) continue
    const { rows, currency } = await itemsOf(services, list)
    yield rows
      .filter(({ deletedAt }) => deletedAt === null)
      .map((item) => csvLine(cellsOf(list, item, currency)))
      .join('')
  }
}

function cellsOf(list: List, item: Item, currency: string) {
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
  }
  return ORDER.map((column) => cells[column])
}
