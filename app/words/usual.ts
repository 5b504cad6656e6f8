import type { Good } from '#app/domain/goods/effects.ts'
import { readLine } from '#app/domain/quickAdd/readLine.ts'
import { countOf } from './amounts.ts'
import type { Reader } from './reader.ts'

/** As somebody would write it in the line for adding. An amount that would be read otherwise is left out. */
export function usualLine(reader: Reader, good: Pick<Good, 'name' | 'unit' | 'quantityMilli' | 'note'>) {
  const line = countOf(reader, good)
  const { name, unit, quantityMilli } = readLine(line)
  const isSame = name === good.name && unit === good.unit && quantityMilli === good.quantityMilli
  return `${isSame ? line : good.name}${good.note && ` // ${good.note}`}`
}
