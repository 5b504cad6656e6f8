import type { AppLoadContext } from '@remix-run/node'
import type { List, User } from '#app/domain/access/access.ts'
import { inStoredUnit, UNITS, type Unit } from '#app/domain/items/amounts.ts'
import { PRICE_IS_OLD_AFTER } from '#app/domain/limitsAndLifetimes.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { type LastPrice, lastPricesOf } from '#app/domain/trips/lastPrices.ts'
import { measure, pricePer } from '#app/words/amounts.ts'
import { prices } from '#app/words/en/prices.ts'
import { trips } from '#app/words/en/trips.ts'
import { date, dayOfYear, money } from '#app/words/format.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'

export interface Wanted {
  name: string
  /** As typed, also a small one. */
  unit: string
}

/** As their reader writes them, so that the script of a list needs no texts for it. */
export async function lastPricesFor(
  { services, reader }: AppLoadContext,
  user: User,
  { currency }: Pick<List, 'currency'>,
  { name, unit: typed }: Wanted,
) {
  const stored = inStoredUnit({ unit: typed }).unit
  const unit = UNITS.find((one) => one === stored) ?? ''
  const found = await lastPricesOf(services.db, user, { name, unit, currency })
  return {
    label: wordsOf(reader, trips).costLastTime,
    prices: found.map(({ store, boughtOn, ...price }) => {
      const day = Date.parse(`${boughtOn}T00:00:00Z`)
      const isOld = Date.now() - day > PRICE_IS_OLD_AFTER
      const when = (isOld ? date : dayOfYear)({ ...reader, timeZone: 'UTC' }, day)
      return { ...price, store, text: `${priceText(reader, price, unit, currency)} (${when})`, isOld }
    }),
  }
}

export type LastPrices = Awaited<ReturnType<typeof lastPricesFor>>

type Price = Omit<LastPrice, 'store' | 'boughtOn'>

function priceText(reader: Reader, { priceMinor, priceFor, quantityMilli }: Price, unit: Unit, code: string) {
  const price = money(reader, priceMinor, currencyOf(code))
  if (priceFor === 'one') return pricePer(reader, unit, price)
  return wordsOf(reader, prices).forAll({ count: measure(reader, { quantityMilli, unit }), price })
}
