import { UNITS } from '#app/domain/items/amounts.ts'
import type { Language } from '#app/domain/locale/locale.ts'
import { unitName } from '#app/words/amounts.ts'
import { readerIn } from '#app/words/languages.server.ts'
import { inEnglish } from './lookup.ts'
import type { PantryItem } from './parse.ts'

const files = import.meta.glob<string>('./pantry/*.txt', { query: '?raw', import: 'default' })

/** The names of the pantry in another language. */
export async function namesIn(language: Language | undefined): Promise<(name: string) => string> {
  const text = (await files[`./pantry/${language}.txt`]?.()) ?? ''
  const names = new Map(parseNames(text))
  return (name) => names.get(name) ?? name
}

/** The lines are 'Onions | Zwiebeln'. */
export const parseNames = (text: string): [string, string][] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' | ') as [string, string])

/** As it is written on a list in this language: 'Butter (250 g)', 'Oregano (Glas)'. */
export async function labelsIn(language: Language | undefined): Promise<(item: PantryItem) => string> {
  if (language === undefined || language === 'en') return inEnglish
  const nameOf = await namesIn(language)
  const reader = readerIn(language)
  return ({ name, container, unit, size }) => {
    const own = nameOf(name)
    if (container === 'piece') return own
    if (container === 'kg') return `${own} (kg)`
    if (unit === 'g' || unit === 'ml') return `${own} (${amount(size, unit)})`
    if (unit === '') return `${own} (${size})`
    const known = UNITS.find((one) => one === container)
    return known ? `${own} (${unitName(reader, known)})` : own
  }
}

const amount = (size: number, unit: 'g' | 'ml') =>
  size < 1000 ? `${size} ${unit}` : `${size / 1000} ${unit === 'g' ? 'kg' : 'l'}`.replace('.', ',')
