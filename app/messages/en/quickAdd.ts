import { amountOf, isMeasure, type Priced } from '#app/domain/items/amounts.ts'
import { cut, ended, money, plural, sentenceList } from '../format.ts'
import { type Counted, countOf, measure } from './units.ts'

type Shown = Priced & Counted

/** '3 × jam at $ 2.99 = $ 8.97', '2 kg potatoes for $ 3.50' */
export function amountsOf({ name, ...item }: Shown): string {
  const count = countOf({ ...item, name: cut(name) })
  if (item.priceCents === 0) return count
  if (item.priceFor === 'all') return `${count} for ${money(item.priceCents)}`
  const sum = item.quantityMilli === 1000 ? '' : ` = ${money(amountOf(item))}`
  return `${count} at ${money(item.priceCents)}${sum}`
}

/** '$ 2.99 each?' if the price was taken for all, '$ 2.99 for all?' if it was taken for one. */
export function otherReading({ priceCents, priceFor, unit }: Shown): string {
  const each = isMeasure(unit) ? `per ${unit}` : 'each'
  return `${money(priceCents)} ${priceFor === 'all' ? each : 'for all'}?`
}

interface Quick {
  added: Shown[]
  raised: (Shown & { addedMilli?: number | undefined })[]
  already: Shown[]
  skipped: string[]
}

/** ' (12 more)', so that nobody takes it for what was added. */
function moreOf([item]: Quick['raised']): string {
  return item?.addedMilli ? ` (${measure({ ...item, quantityMilli: item.addedMilli })} more)` : ''
}

export function quickAdded({ added, raised, already, skipped }: Quick): string {
  const groups = [
    { items: added, single: 'Added', several: `Added ${plural(added.length, 'item')}:` },
    { items: raised, single: 'On the list now:', several: 'Changed' },
    { items: already, single: 'Already on the list:', several: 'Already on the list:' },
  ].filter(({ items }) => items.length > 0)
  const isSingle = added.length + raised.length + already.length === 1
  const sentences = groups.map(({ items, single, several }) =>
    isSingle
      ? ended(`${single} ${sentenceList(items.map(amountsOf))}${moreOf(raised)}`)
      : ended(`${several} ${sentenceList(items.map(({ name }) => cut(name)))}`),
  )
  if (skipped.length > 0) sentences.push(`Skipped ${plural(skipped.length, 'line')}.`)
  return sentences.join(' ')
}
