import { inStoredUnit, parsePrice, parseQuantity } from '#app/domain/items/amounts.ts'
import { type Edit, seenIn } from './edit.ts'
import { type ItemValues, valuesIn } from './itemValues.ts'

type Field = keyof ItemValues

/** As the server judges an edit: what belongs together is kept together. */
const GROUPS: Field[][] = [['name'], ['quantity', 'unit'], ['price', 'priceFor']]

/**
 * Two people changed an item, and one edit was refused. Whichever side somebody keeps, it has what only the other one
 * has changed.
 */
export function bothSides(
  fields: Edit['fields'],
  theirs: ItemValues,
): { yours: ItemValues; theirs: ItemValues } {
  const [typed, seen, other] = [valuesIn(fields), seenIn(fields), theirs].map(inStoredUnit) as Sides
  const sides = { yours: { ...other }, theirs: { ...other } }
  for (const group of GROUPS) {
    const isSame = (a: ItemValues, b: ItemValues) => group.every((field) => read(field, a) === read(field, b))
    if (isSame(typed, seen)) continue
    for (const field of group) {
      sides.yours[field] = typed[field]
      if (isSame(other, seen)) sides.theirs[field] = typed[field]
    }
  }
  return sides
}

type Sides = [ItemValues, ItemValues, ItemValues]

function read(field: Field, { [field]: text }: ItemValues): string | number {
  const number = field === 'quantity' ? parseQuantity(text) : field === 'price' ? parsePrice(text) : undefined
  return number ?? text.trim()
}
