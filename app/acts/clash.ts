import { inStoredUnit, parsePrice, parseQuantity } from '#app/domain/items/amounts.ts'
import { type Edit, seenIn } from './edit.ts'
import { type ItemValues, valuesIn } from './itemValues.ts'

type Field = keyof ItemValues

/** As the server judges an edit: what belongs together is kept together. */
const GROUPS: Field[][] = [['name'], ['quantity', 'unit'], ['price', 'priceFor']]

interface BothSides {
  yours: ItemValues
  theirs: ItemValues
  /** Somebody who keeps theirs still has something of their own to save. */
  keepsOwn: boolean
}

/**
 * Two people changed an item, and one edit was refused. Whichever side somebody keeps, it has what only the other one
 * has changed.
 */
export function bothSides(fields: Edit['fields'], theirs: ItemValues): BothSides {
  const [typed, seen, other] = [valuesIn(fields), seenIn(fields), theirs].map(inStoredUnit) as Sides
  const sides = { yours: { ...other }, theirs: { ...other }, keepsOwn: false }
  for (const group of GROUPS) {
    const isSame = (a: ItemValues, b: ItemValues) => group.every((field) => read(field, a) === read(field, b))
    if (isSame(typed, seen)) continue
    const isOnlyYours = isSame(other, seen)
    for (const field of group) {
      sides.yours[field] = typed[field]
      if (isOnlyYours) sides.theirs[field] = typed[field]
    }
    sides.keepsOwn ||= isOnlyYours
  }
  return sides
}

type Sides = [ItemValues, ItemValues, ItemValues]

function read(field: Field, { [field]: text }: ItemValues): string | number {
  const number = field === 'quantity' ? parseQuantity(text) : field === 'price' ? parsePrice(text) : undefined
  return number ?? text.trim()
}
