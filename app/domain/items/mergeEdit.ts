import type { z } from 'zod/v4'
import { DomainError } from '#app/domain/errors.ts'
import type { EditItem } from '#app/domain/inputs.ts'
import { MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import type { items, lists } from '#db/schema.ts'
import { COLUMN_GROUPS } from './fieldGroups.ts'
import { columnsIn } from './itemColumns.ts'
import { byColumn, type ItemColumns, valuesSeen } from './itemFields.ts'
import { readPrice, type TypedPrice, typedPrice } from './typedPrice.ts'

type Item = typeof items.$inferSelect
type List = Pick<typeof lists.$inferSelect, 'currency'>
type Edit = z.infer<typeof EditItem>
type Sent = { [Column in keyof ItemColumns]: ItemColumns[Column] | undefined }

export const sawFields = (edit: Edit): boolean =>
  Object.values(valuesSeen(edit)).some((value) => value !== undefined)

/**
 * The item with what the person changed in the dialog; the rest stays as it is by now. Throws if somebody else changed
 * the same fields to something else. If the dialog showed a row that has joined this one, nobody has: what the person
 * changed counts for both.
 */
export function mergeEdit(
  old: Item,
  list: List,
  edit: Edit,
  isMerged = false,
): ItemColumns & Pick<Item, 'priceGuessed' | 'priceRemembered'> {
  const seen = seenIn(list, edit)
  const typed = isMerged ? addedTo(old, typedIn(list, edit), seen) : typedIn(list, edit)
  const merged = columnsIn(old)
  for (const group of COLUMN_GROUPS) {
    const sent = group.filter((field) => typed[field] !== undefined)
    if (sent.every((field) => typed[field] === seen[field])) continue
    const isAsSeen =
      isMerged || group.every((field) => seen[field] === undefined || seen[field] === old[field])
    const isAsTyped = sent.every((field) => typed[field] === old[field])
    if (!isAsSeen && !isAsTyped) throw itemChanged(old, list)
    for (const field of sent) Object.assign(merged, { [field]: typed[field] })
  }
  // An edit that includes a price confirms it, unless somebody else has changed it since.
  const isConfirmed =
    typed.priceCents === merged.priceCents && (typed.priceFor ?? merged.priceFor) === merged.priceFor
  return {
    ...merged,
    priceGuessed: !isConfirmed && old.priceGuessed,
    priceRemembered: !isConfirmed && old.priceRemembered,
  }
}

function typedIn(list: List, edit: Edit): Sent {
  const { price, seenPrice } = edit
  const isSent = price !== undefined && !isOutdated(list, price, seenPrice)
  return byColumn({ ...edit, price: isSent ? typedPrice(list, price) : undefined })
}

/** Two more of the row that joined are two more of both. */
function addedTo({ quantityMilli, unit }: Item, typed: Sent, seen: Sent): Sent {
  if (typed.quantityMilli === undefined || seen.quantityMilli === undefined) return typed
  const isSameUnit = (typed.unit ?? unit) === unit
  const both = quantityMilli + typed.quantityMilli - seen.quantityMilli
  const isTouched = typed.quantityMilli !== seen.quantityMilli
  const fits = both > 0 && both <= MAX_QUANTITY_MILLI
  return isTouched && isSameUnit && fits ? { ...typed, quantityMilli: both } : typed
}

/** Untouched in a dialog from before the list's currency lost its decimals. */
const isOutdated = (list: List, price: TypedPrice, seenPrice: TypedPrice | undefined) =>
  price === seenPrice && readPrice(list, price) === undefined

function seenIn(list: List, edit: Edit): Sent {
  const { price, ...seen } = valuesSeen(edit)
  return byColumn({ ...seen, price: price === undefined ? undefined : readPrice(list, price) })
}

export function itemChanged(item: Item, list: List) {
  return new DomainError('item-changed', {
    ...columnsIn(item),
    currency: currencyOf(list.currency),
    updatedAt: item.updatedAt,
  })
}
