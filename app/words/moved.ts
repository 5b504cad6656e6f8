import type { Moved } from '#app/domain/lists/move.ts'
import { acts } from './en/acts.ts'
import { type Reader, wordsOf } from './reader.ts'

type Outcome = Pick<Moved, 'dropsPrices'> & { to: { name: string }; items: unknown[] }

export function movedText(reader: Reader, { to, dropsPrices }: Outcome): string {
  const words = wordsOf(reader, acts)
  return [words.moved({ list: to.name }), dropsPrices && words.withoutPrices].filter(Boolean).join(' ')
}

export function copiedText(reader: Reader, { to, items, dropsPrices }: Outcome): string {
  const words = wordsOf(reader, acts)
  const said = words.addedTo({ n: items.length, list: to.name })
  return [said, dropsPrices && words.withoutPrices].filter(Boolean).join(' ')
}
