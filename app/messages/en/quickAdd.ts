import { amountOf, type Priced } from '#app/domain/items/amounts.ts'
import type { Unit } from '#app/domain/items/units.ts'
import { cut, money, plural } from '../format.ts'
import { ended, sentenceList } from './sentences.ts'
import { countOf } from './units.ts'

type Shown = Priced & { name: string; unit: Unit }

/** '12 × eggs at $ 2.99 = $ 35.88', '2 kg potatoes for $ 3.50' */
export function amountsOf({ name, ...item }: Shown): string {
  const count = countOf({ ...item, name: cut(name) })
  if (item.priceCents === 0) return count
  if (item.priceFor === 'all') return `${count} for ${money(item.priceCents)}`
  const sum = item.quantityMilli === 1000 ? '' : ` = ${money(amountOf(item))}`
  return `${count} at ${money(item.priceCents)}${sum}`
}

interface Quick {
  added: Shown[]
  raised: Shown[]
  already: Shown[]
  skipped: string[]
}

export function quickAdded({ added, raised, already, skipped }: Quick): string {
  const left = skipped.length > 0 ? ` Skipped ${plural(skipped.length, 'line')}.` : ''
  return `${quickAddedItems(added, raised, already)}${left}`
}

function quickAddedItems(added: Shown[], raised: Shown[], already: Shown[]): string {
  const [first] = added
  const [changed] = raised
  const [known] = already
  const count = added.length + raised.length + already.length
  if (first && count === 1) return ended(`Added ${amountsOf(first)}`)
  if (changed && count === 1) return ended(`On the list now: ${amountsOf(changed)}`)
  if (known && count === 1) return ended(`Already on the list: ${amountsOf(known)}`)
  const parts = [
    added.length > 0 &&
      `Added ${plural(added.length, 'item')}: ${sentenceList(added.map(({ name }) => cut(name)))}`,
    raised.length > 0 && `Changed ${sentenceList(raised.map(({ name }) => cut(name)))}`,
    already.length > 0 && `Already on the list: ${sentenceList(already.map(({ name }) => cut(name)))}`,
  ]
  return parts
    .filter((part) => part !== false)
    .map(ended)
    .join(' ')
}
