import type { Unit } from '#app/domain/items/amounts.ts'
import { countOf } from '#app/messages/en/units.ts'
import { readText } from './readText.ts'

/** Whether the line can add this by its name: not 'onions, chopped', which it reads as two items. */
export function readsBack({ name, unit }: { name: string; unit: Unit }): boolean {
  const { items } = readText(countOf({ name, unit, quantityMilli: 1000 }))
  const [item] = items
  return items.length === 1 && item?.name === name && item.unit === unit && !item.isTicked
}
