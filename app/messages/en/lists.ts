import { MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { dayOfYear, money } from '../format.ts'

interface Counts {
  items: number
  done: number
  totalCents: number | bigint
}

/** '7 of 12 left', 'All done', 'No items yet' */
export function itemsLeft({ items, done }: Omit<Counts, 'totalCents'>): string {
  if (items === 0) return 'No items yet'
  return done === items ? 'All done' : `${items - done} of ${items} left`
}

/** '7 of 12 left · $ 40.10', 'All done · $ 82.30', 'No items yet' */
export function summary({ totalCents, ...counts }: Counts): string {
  return counts.items === 0 ? itemsLeft(counts) : `${itemsLeft(counts)} · ${money(totalCents)}`
}

const COPIED = / \(copy\)$|, [A-Z][a-z]{2} \d{1,2}(?: \(\d+\))?$/

/** 'Market, Nov 25', also for a copy of 'Market, Nov 18'; 'Market, Nov 25 (2)' if that name is taken. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(COPIED, '')
  for (let number = 1; ; number += 1) {
    const end = `, ${dayOfYear(Date.now())}${number === 1 ? '' : ` (${number})`}`
    const copy = `${[...base].slice(0, MAX_NAME_LENGTH - end.length).join('')}${end}`
    if (!taken.has(copy)) return copy
  }
}
