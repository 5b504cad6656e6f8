import type { Currency } from '#app/domain/items/currency.ts'
import type { ReadText } from '#app/domain/quickAdd/readText.ts'
import { cleanLine } from '#app/domain/text.ts'

// Reading what people write takes 6 kB of code. Pages load it once they work.

type ReadLines = (text: string, currency?: Currency) => ReadText['items']

/** Until then, each line is shown as it was typed. */
const asTyped: ReadLines = (text) =>
  text
    .split('\n')
    .map(cleanLine)
    .filter((line) => line !== '')
    .map((line) => ({
      ...{ name: line, quantityMilli: 1000, hasQuantity: false, unit: '' },
      ...{ priceCents: undefined, priceFor: 'one', statesPriceFor: false },
      ...{ line, isTicked: false },
    }))

let readLines = asTyped
let loading: Promise<void> | undefined

export const readsLines = () => readLines !== asTyped

export function loadLineReader(): Promise<void> {
  const forget = () => {
    loading = undefined
  }
  loading ??= import('./readLines.ts').then(({ readText }) => {
    readLines = (text, currency) => readText(text, currency).items
  }, forget)
  return loading
}

export const linesIn: ReadLines = (text, currency) => readLines(text, currency)

/** The open items in these lines: those that are ticked there are left out. */
export const openLines = (lines: string, currency: Currency | undefined) =>
  linesIn(lines, currency).filter(({ isTicked }) => !isTicked)
