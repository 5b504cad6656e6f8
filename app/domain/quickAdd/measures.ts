import { isMeasure } from '#app/domain/items/amounts.ts'
import { JOINER, type Measure, meaningOf, measureOf, NOT_CONTAINER, SPOONS } from './vocabulary.ts'

export const hasContent = (text: string) => /[^\s\-–—=_*~.,:;#•|+()[\]]/.test(text)

export interface UnitFound extends Measure {
  word: string
  rest: string
}

export interface Size {
  text: string
  rest: string
}

const SIZE =
  /^(\(?)(\d[\d.,/]*(?:-\d[\d.,]*)?|[½¼¾])[\s-]?(\p{L}+)\.?(?: each| je)?(\)?)(?![\p{L}\d])[\s-]*/iu

export function sizeIn(text: string): Size | undefined {
  const [all = '', open, number = '', word = '', close] = SIZE.exec(text) ?? []
  const measure = measureOf(word)
  if (!measure || !isMeasure(measure.unit) || Boolean(open) !== Boolean(close)) return undefined
  return { text: `${number} ${word}`, rest: text.slice(all.length) }
}

const UNIT_WORD = /^(\p{L}+)(?:[(/](?:s|e?n)\)?|\.)?(?!\.-|[\p{L}\d'’%/-])\s*/u

export function unitIn(text: string): UnitFound | undefined {
  const [all = '', word = ''] = UNIT_WORD.exec(text) ?? []
  const rest = text.slice(all.length)
  const measure = NOT_CONTAINER.test(rest) ? undefined : measureOf(word, rest)
  return measure && { ...measure, rest, word }
}

export const wordMeans = (text: string, meaning: 'spoon' | 'other') =>
  meaningOf(UNIT_WORD.exec(text)?.[1] ?? '')?.unit === meaning

export function afterSpoon(text: string): string | undefined {
  const spoon = SPOONS.exec(text) ?? (wordMeans(text, 'spoon') ? UNIT_WORD.exec(text) : null)
  return spoon ? text.slice(spoon[0].length) : undefined
}

export function containerIn(text: string): UnitFound | undefined {
  const found = unitIn(text.replace(JOINER, ''))
  return found && !isMeasure(found.unit) && hasContent(found.rest) ? found : undefined
}

export const nameAfter = (rest: string) => rest.trimStart().replace(JOINER, '').trim()
