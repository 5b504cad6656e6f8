import type { List } from '#app/domain/access/access.ts'
import { DomainError, type PlainCode } from '#app/domain/errors.ts'
import { price, quantity } from '#app/domain/inputs.ts'
import { inStoredUnit } from '#app/domain/items/amounts.ts'
import type { ItemColumns } from '#app/domain/items/itemFields.ts'
import { readPrice } from '#app/domain/items/typedPrice.ts'
import { MAX_CHECKED_ROWS } from '#app/domain/limitsAndLifetimes.ts'

export type Corrections = ReadonlyMap<string, Partial<ItemColumns>>

/** Of rows in the order of `items`, as somebody typed them over what the form showed. */
export interface CheckedPrices {
  items: string[]
  /** 'quantity|unit|price' each. */
  shown: string[]
  quantities: string[]
  prices: string[]
}

/** Only what somebody changed: others may have corrected the rest meanwhile. */
export function correctionsIn(list: Pick<List, 'currency'>, checked: CheckedPrices): Corrections {
  const corrections = new Map<string, Partial<ItemColumns>>()
  for (const [at, id] of checked.items.slice(0, MAX_CHECKED_ROWS).entries()) {
    const [quantityShown, unit, priceShown] = (checked.shown[at] ?? '').split('|')
    if (priceShown === undefined) continue
    const typed = { quantity: checked.quantities[at]?.trim(), price: checked.prices[at]?.trim() }
    const changed = {
      ...(isOther(typed.quantity, quantityShown) && {
        quantityMilli: read(
          quantity,
          inStoredUnit({ quantity: typed.quantity, unit }).quantity,
          `quantity-${at}`,
        ),
      }),
      ...(isOther(typed.price, priceShown) && { priceCents: priceIn(list, typed.price, `price-${at}`) }),
    }
    if (Object.keys(changed).length > 0) corrections.set(id, changed)
  }
  return corrections
}

/** An emptied field is one that nobody has corrected. */
const isOther = (typed: string | undefined, shown: string | undefined): typed is string =>
  typed !== undefined && typed !== '' && typed !== shown

function read<T>(
  schema: { safeParse(text: unknown): { data?: T | undefined } },
  text: unknown,
  field: string,
): T {
  const { data } = schema.safeParse(text)
  if (data !== undefined) return data
  throw refused(field, field.startsWith('price') ? 'price-invalid' : 'quantity-invalid')
}

function priceIn(list: Pick<List, 'currency'>, typed: string, field: string): number {
  const cents = readPrice(list, read(price, typed, field) ?? '')
  if (cents === undefined) throw refused(field, 'price-not-whole')
  return cents
}

const refused = (field: string, code: PlainCode) =>
  new DomainError(code, {}, { fields: { [field]: { code, params: {} } } })
