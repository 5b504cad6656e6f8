import { MAX_ITEMS_AT_ONCE } from '#app/domain/limitsAndLifetimes.ts'
import type { ReadText } from '#app/domain/quickAdd/readText.ts'
import { leftOut as english } from './en/leftOut.ts'
import { type Reader, wordsOf } from './reader.ts'

export interface LineToCheck {
  line: string
  /** Why it adds nothing unless somebody ticks it. */
  reason?: string
}

export function linesToCheck(reader: Reader, { lines }: Pick<ReadText, 'lines'>): LineToCheck[] {
  const words = wordsOf(reader, english)
  let things = 0
  let others = 0
  return lines
    .filter(({ leftOut }) => (leftOut ? ++others : ++things) <= MAX_ITEMS_AT_ONCE)
    .map(({ line, leftOut }) => ({ line, ...(leftOut && { reason: words[leftOut] }) }))
}
