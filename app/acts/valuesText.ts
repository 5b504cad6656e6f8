import { parsePrice, UNITS } from '#app/domain/items/amounts.ts'
import type { ItemValues } from '#app/domain/items/itemFields.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import { unitName } from '#app/words/amounts.ts'
import { money } from '#app/words/format.ts'
import type { Reader } from '#app/words/reader.ts'

/** 'Milk, 2 kg, $ 1.20' */
export function valuesText(reader: Reader, values: ItemValues, currency: Currency | undefined): string {
  const { quantity, price } = values
  const unit = UNITS.find((one) => one === values.unit)
  const amount = [quantity, unit ? unitName(reader, unit) : values.unit].filter(Boolean).join(' ')
  const cents = parsePrice(price.trim() || '0', currency?.decimals)
  const cost = cents === undefined ? price : money(reader, cents, currency)
  return [values.name, amount, cost, values.note].filter(Boolean).join(', ')
}
