import { MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { LANGUAGES } from '#app/domain/locale/locale.ts'
import { basics } from './en/basics.ts'
import { dayOfYear } from './format.ts'
import { readerIn } from './languages.server.ts'
import { type Reader, wordsOf } from './reader.ts'

const MONTH = LANGUAGES.flatMap((language) => wordsOf(readerIn(language), basics).months)
  .map((month) => month.replace('.', String.raw`\.`))
  .join('|')

/** In any language: ', Nov 25', ', 25. Nov.', and both with ' (2)'. */
const COPIED = new RegExp(
  String.raw` \(copy\)$|, (?:(?:${MONTH}) \d{1,2}|\d{1,2}\.? (?:${MONTH}))(?: \(\d+\))?$`,
)

/** 'Market, Nov 25', also for a copy of 'Market, Nov 18'; 'Market, Nov 25 (2)' if that name is taken. */
export const copyName =
  (reader: Reader) =>
  (name: string, taken: ReadonlySet<string>): string => {
    const base = name.replace(COPIED, '')
    for (let number = 1; ; number += 1) {
      const end = `, ${dayOfYear(reader, Date.now())}${number === 1 ? '' : ` (${number})`}`
      const copy = `${[...base].slice(0, MAX_NAME_LENGTH - end.length).join('')}${end}`
      if (!taken.has(copy)) return copy
    }
  }
