import { ITEM_FIELDS, type ItemColumns, TEXT_FIELDS } from '#app/domain/items/itemFields.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import { countOf } from './amounts.ts'
import { money } from './format.ts'
import type { Reader } from './reader.ts'

/** '2 kg potatoes, $ 3.50' */
export function itemNow(reader: Reader, item: ItemColumns, currency: Currency): string {
  const [, ...others] = TEXT_FIELDS.map((name) => item[ITEM_FIELDS[name].column])
  const parts = [countOf(reader, item, '1 × '), money(reader, item.priceCents, currency), ...others]
  return parts.filter(Boolean).join(', ')
}
