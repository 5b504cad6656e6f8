import { type Counted, countOf } from './en/units.ts'

export function plainText(name: string, items: (Counted & { completed: boolean })[]): string {
  const open = items.filter(({ completed }) => !completed)
  const lines = (open.length > 0 ? open : items).map((item) => `- ${countOf(item)}`)
  return [name, ...lines].join('\n')
}
