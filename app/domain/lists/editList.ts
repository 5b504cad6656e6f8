import { and, eq, gt, sql } from 'drizzle-orm'
import type { z } from 'zod/v4'
import { type List, ofList, type User } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { type Effect, effectOf, type WithChange } from '#app/domain/history/changes.ts'
import type { EditList } from '#app/domain/inputs.ts'
import { MAX_PRICE_CENTS } from '#app/domain/limitsAndLifetimes.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { DEFAULT_CURRENCY, withDecimals } from '#app/domain/locale/currency.ts'
import { bytesOf } from '#app/domain/receipts/bytes.ts'
import { requireStorage } from '#app/domain/receipts/storageBudget.ts'
import { write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, live, prepared, withDeleted } from '#db/database.ts'
import { items, lists } from '#db/schema.ts'
import { updateList } from './lists.ts'

/** The amounts stay the same: 3 dollars become 3 euros. */
export async function editList(
  services: Services,
  user: User,
  id: string | undefined,
  { name, currency }: z.infer<typeof EditList>,
): Promise<List & WithChange & { rounded: number }> {
  return write(services, {
    actor: user,
    find: ofList(user, id, 'own'),
    async work(tx, { list: { role: _, ...list } }) {
      const edited = { ...list, name: name ?? list.name, currency: currency ?? list.currency }
      const effect = effectOf(list, { name: edited.name, currency: edited.currency })
      if (!effect) return { result: { ...list, rounded: 0 } }
      const bytes = bytesOf(edited.name) - bytesOf(list.name)
      await requireStorage(services, tx, list, bytes)
      await updateList(tx, list.id, { name: edited.name, currency: edited.currency })
      const rounded = await convertPrices(tx, list, edited.currency)
      return {
        result: { ...edited, rounded: rounded.filter(({ isDeleted }) => !isDeleted).length },
        change: {
          listId: list.id,
          kind: 'list',
          currency: edited.currency,
          event: { type: 'itemEdited' },
          effects: [effect, ...rounded.map(({ effect }) => effect)],
          bytes: { live: bytes },
        },
      }
    },
  })
}

const storedCurrency = prepared((db) =>
  db
    .select({ currency: lists.currency })
    .from(lists)
    .where(and(eq(lists.id, sql.placeholder('id')), withDeleted(lists)))
    .prepare(),
)

/** A deleted list has one, too: a repeated request gets its items once more. */
export async function currencyOfList(db: Db, id: string): Promise<string> {
  return (await storedCurrency(db).get({ id }))?.currency ?? DEFAULT_CURRENCY
}

/**
 * Also those of deleted items. Returns what was rounded, which an undo couldn't tell from the new prices. `updatedAt`
 * stays: nobody edited them.
 */
export async function convertPrices(tx: Db, { id, currency }: List, next: string): Promise<Rounded[]> {
  const { decimals: from } = currencyOf(currency)
  const { decimals: to } = currencyOf(next)
  if (from === to) return []
  const rounded = from > to ? await pricesWithCents(tx, id) : []
  if (to > from) await requireLowPrices(tx, id)
  const most = sql.raw(String(MAX_PRICE_CENTS))
  const price =
    to > from
      ? // A deleted item's may be too high.
        sql`case when ${items.priceCents} > ${most} / 100 then ${most} else ${items.priceCents} * 100 end`
      : sql`(${items.priceCents} + 50) / 100`
  await tx
    .update(items)
    .set({ priceCents: price })
    .where(and(eq(items.listId, id), withDeleted(items)))
    .run()
  return rounded.map(({ id, priceCents, deletedAt }) => ({
    effect: { id, before: { priceCents }, after: { priceCents: withDecimals(priceCents, from, to) } },
    isDeleted: deletedAt !== null,
  }))
}

interface Rounded {
  effect: Effect
  isDeleted: boolean
}

async function pricesWithCents(tx: Db, listId: string) {
  return tx
    .select({ id: items.id, priceCents: items.priceCents, deletedAt: items.deletedAt })
    .from(items)
    .where(and(eq(items.listId, listId), sql`${items.priceCents} % 100 <> 0`, withDeleted(items)))
    .all()
}

async function requireLowPrices(tx: Db, listId: string): Promise<void> {
  const tooHigh = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.listId, listId), gt(items.priceCents, MAX_PRICE_CENTS / 100), live(items)))
    .limit(1)
    .get()
  if (tooHigh) throw new DomainError('prices-too-high')
}
