import { UNITS } from '#app/domain/items/amounts.ts'
import type { Language } from '#app/domain/locale/locale.ts'
import { unitName } from '#app/words/amounts.ts'
import { readerIn } from '#app/words/languages.server.ts'
import type { PantryItem } from './parse.ts'
import { pantryNamesIn } from './translations.ts'

/** As it is written on a list in this language: 'Butter (250 g)', 'Oregano (Glas)'. */
export function labelsIn(language: Language | undefined): (item: PantryItem) => string {
  if (language === undefined || language === 'en') return ({ label }) => label
  const nameOf = pantryNamesIn(language)
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
