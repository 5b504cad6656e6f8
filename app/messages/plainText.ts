import type { Unit } from '#app/domain/items/units.ts'
import { countOf } from './en/units.ts'

interface Item {
  name: string
  quantityMilli: number
  unit: Unit
  completed: boolean
}

export function plainText(name: string, items: Item[]): string {
  const open = items.filter(({ completed }) => !completed)
  const lines = (open.length > 0 ? open : items).map((item) => `- ${countOf(item)}`)
  return [name, ...lines].join('\n')
}
