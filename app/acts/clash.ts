import { inStoredUnit } from '#app/domain/items/amounts.ts'
import { FIELD_GROUPS } from '#app/domain/items/fieldGroups.ts'
import {
  type FieldName,
  ITEM_FIELDS,
  type ItemValues,
  valuesIn,
  valuesSeen,
} from '#app/domain/items/itemFields.ts'
import type { Edit } from './edit.ts'

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
  const [typed, seen, other] = [valuesIn(fields), valuesSeen(fields), theirs].map(inStoredUnit) as Sides
  const sides = { yours: { ...other }, theirs: { ...other }, keepsOwn: false }
  for (const group of FIELD_GROUPS) {
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

function read(field: FieldName, { [field]: text }: ItemValues): string | number {
  const trimmed = text.trim()
  return ITEM_FIELDS[field].read(trimmed) ?? trimmed
}
