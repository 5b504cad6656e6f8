import type { z } from 'zod/v4'
import { DomainError } from '#app/domain/errors.ts'
import type { EditItem } from '#app/domain/inputs.ts'
import type { items } from '#db/schema.ts'

type Item = typeof items.$inferSelect
type Edit = z.infer<typeof EditItem>
type Values = Pick<Item, 'name' | 'quantityMilli' | 'unit' | 'priceCents' | 'priceFor'>
type Sent = { [Field in keyof Values]: Values[Field] | undefined }

const GROUPS: (keyof Values)[][] = [['name'], ['quantityMilli', 'unit'], ['priceCents', 'priceFor']]

export function sawFields(edit: Edit): boolean {
  return Object.values(seenIn(edit)).some((value) => value !== undefined)
}

/**
 * The item with what the person changed in the dialog; the rest stays as it is by now. Throws if somebody else changed
 * the same fields to something else.
 */
export function mergeEdit(old: Item, edit: Edit): Values & Pick<Item, 'priceGuessed' | 'priceRemembered'> {
  const typed = typedIn(edit)
  const seen = seenIn(edit)
  const { name, quantityMilli, unit, priceCents, priceFor } = old
  const merged: Values = { name, quantityMilli, unit, priceCents, priceFor }
  for (const group of GROUPS) {
    const sent = group.filter((field) => typed[field] !== undefined)
    if (sent.every((field) => typed[field] === seen[field])) continue
    const isAsSeen = group.every((field) => seen[field] === undefined || seen[field] === old[field])
    const isAsTyped = sent.every((field) => typed[field] === old[field])
    if (!isAsSeen && !isAsTyped) throw itemChanged(old)
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

function typedIn({ name, quantity, unit, price, priceFor }: Edit): Sent {
  return { name, quantityMilli: quantity, unit, priceCents: price, priceFor }
}

function seenIn({ seenName, seenQuantity, seenUnit, seenPrice, seenPriceFor }: Edit): Sent {
  return {
    name: seenName,
    quantityMilli: seenQuantity,
    unit: seenUnit,
    priceCents: seenPrice,
    priceFor: seenPriceFor,
  }
}

export function itemChanged({ name, quantityMilli, unit, priceCents, priceFor, updatedAt }: Item) {
  return new DomainError('item-changed', { name, quantityMilli, unit, priceCents, priceFor, updatedAt })
}
