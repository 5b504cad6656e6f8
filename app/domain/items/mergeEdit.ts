import type { z } from 'zod/v4'
import { DomainError } from '#app/domain/errors.ts'
import type { EditItem } from '#app/domain/inputs.ts'
import { MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import type { items, lists } from '#db/schema.ts'
import { readPrice, type TypedPrice, typedPrice } from './typedPrice.ts'

type Item = typeof items.$inferSelect
type List = Pick<typeof lists.$inferSelect, 'currency'>
type Edit = z.infer<typeof EditItem>
type Values = Pick<Item, 'name' | 'quantityMilli' | 'unit' | 'priceCents' | 'priceFor'>
type Sent = { [Field in keyof Values]: Values[Field] | undefined }

const GROUPS: (keyof Values)[][] = [['name'], ['quantityMilli', 'unit'], ['priceCents', 'priceFor']]

export function sawFields(edit: Edit): boolean {
  const { seenName, seenQuantity, seenUnit, seenPrice, seenPriceFor } = edit
  return [seenName, seenQuantity, seenUnit, seenPrice, seenPriceFor].some((value) => value !== undefined)
}

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
): Values & Pick<Item, 'priceGuessed' | 'priceRemembered'> {
  const seen = seenIn(list, edit)
  const typed = isMerged ? addedTo(old, typedIn(list, edit), seen) : typedIn(list, edit)
  const { name, quantityMilli, unit, priceCents, priceFor } = old
  const merged: Values = { name, quantityMilli, unit, priceCents, priceFor }
  for (const group of GROUPS) {
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

function typedIn(list: List, { name, quantity, unit, price, priceFor, seenPrice }: Edit): Sent {
  const priceCents =
    price === undefined || isOutdated(list, price, seenPrice) ? undefined : typedPrice(list, price)
  return { name, quantityMilli: quantity, unit, priceCents, priceFor }
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

function seenIn(list: List, { seenName, seenQuantity, seenUnit, seenPrice, seenPriceFor }: Edit): Sent {
  return {
    name: seenName,
    quantityMilli: seenQuantity,
    unit: seenUnit,
    priceCents: seenPrice === undefined ? undefined : readPrice(list, seenPrice),
    priceFor: seenPriceFor,
  }
}

export function itemChanged(item: Item, list: List) {
  const { name, quantityMilli, unit, priceCents, priceFor, updatedAt } = item
  const currency = currencyOf(list.currency)
  return new DomainError('item-changed', {
    ...{ name, quantityMilli, unit, priceCents, priceFor },
    ...{ currency, updatedAt },
  })
}
