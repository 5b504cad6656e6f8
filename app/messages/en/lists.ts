import { MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { money } from '../format.ts'

interface Counts {
  items: number
  done: number
  totalCents: number | bigint
}

/** '5 of 12 · $ 40.10', 'All done · $ 82.30', 'No items yet' */
export function summary({ items, done, totalCents }: Counts): string {
  if (items === 0) return 'No items yet'
  return `${done === items ? 'All done' : `${done} of ${items}`} · ${money(totalCents)}`
}

const COPY = ' (copy)'

export const copyName = (name: string) =>
  `${[...name].slice(0, MAX_NAME_LENGTH - COPY.length).join('')}${COPY}`
