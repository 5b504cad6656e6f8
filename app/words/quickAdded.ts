import type { Priced } from '#app/domain/items/amounts.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { DEFAULT_CURRENCY } from '#app/domain/locale/currency.ts'
import { type Counted, measure } from './amounts.ts'
import { quickAdded as english } from './en/quickAdded.ts'
import { sentenceList } from './format.ts'
import { amountsOf } from './prices.ts'
import { type Reader, wordsOf } from './reader.ts'
import { cut, ended } from './text.ts'

type Shown = Priced & Counted

interface Quick {
  added: Shown[]
  raised: (Shown & { addedMilli?: number | undefined; basketMilli?: number | undefined })[]
  already: Shown[]
  skipped: string[]
  /** Missing in answers that are kept from before lists had currencies. */
  currency?: string
}

/** `typed` is what somebody wrote, perhaps with the sign of another currency. */
export function quickAdded(reader: Reader, quick: Quick, typed = ''): string {
  const { added, already, skipped } = quick
  const reopened = quick.raised.filter(({ basketMilli }) => basketMilli !== undefined)
  const raised = quick.raised.filter((item) => !reopened.includes(item))
  const currency = currencyOf(quick.currency ?? DEFAULT_CURRENCY)
  const words = wordsOf(reader, english)
  const isSingle = added.length + quick.raised.length + already.length === 1
  const groups = [
    { items: added, single: words.added, several: words.addedSeveral },
    { items: raised, single: words.raised, several: words.raisedSeveral },
    { items: reopened, single: words.reopened, several: words.reopened },
    { items: already, single: words.already, several: words.already },
  ].filter(({ items }) => items.length > 0)
  const sentences = groups.map(({ items, single, several }) =>
    isSingle
      ? ended(
          single({
            items: sentenceList(
              reader,
              items.map((item) => amountsOf(reader, item, currency)),
            ),
          }) + more(),
        )
      : ended(
          several({
            items: sentenceList(
              reader,
              items.map(({ name }) => cut(name)),
            ),
            n: items.length,
          }),
        ),
  )
  if (skipped.length > 0) sentences.push(words.skipped({ n: skipped.length }))
  if (hasOtherSign(typed, quick.currency ?? DEFAULT_CURRENCY)) {
    sentences.push(words.otherCurrency({ symbol: currency.symbol }))
  }
  return sentences.join(' ')

  /** ' (12 more)', so that nobody takes it for what was added, or ' (3 before)'. */
  function more(): string {
    const [item] = quick.raised
    if (!item) return ''
    const { addedMilli, basketMilli, quantityMilli } = item
    if (addedMilli)
      return ` (${words.more({ count: measure(reader, { ...item, quantityMilli: addedMilli }) })})`
    if (basketMilli === undefined || basketMilli === quantityMilli) return ''
    return ` (${words.before({ count: measure(reader, { ...item, quantityMilli: basketMilli }) })})`
  }
}

const SIGN = String.raw`\p{Sc}|(?<!\p{L})(?:eur|usd|gbp|chf)(?!\p{L})`
const SIGNS = new RegExp(String.raw`(?<=\d\s?)(?:${SIGN})|(?:${SIGN})(?=\s?\d)`, 'giu')

/** Prices are taken in the list's currency, whatever sign they have. */
function hasOtherSign(typed: string, code: string): boolean {
  const own = `${currencyOf(code).symbol} ${code}`.toUpperCase()
  return [...typed.matchAll(SIGNS)].some(([sign]) => !own.includes(sign.toUpperCase()))
}
