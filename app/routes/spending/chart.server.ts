import { currencyOf } from '#app/domain/locale/currencies.ts'
import type { SumsOf } from '#app/domain/trips/spending.ts'
import { spending } from '#app/words/en/spending.ts'
import { money } from '#app/words/format.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'

export interface ChartData {
  title: string
  description: string
  /** The highest sum, at the line above. */
  top: string
  bars: Bar[]
  hasEstimates: boolean
}

interface Bar {
  /** Its letter. */
  label: string
  /** Of the highest sum, between 0 and 1. */
  paid: number
  estimate: number
  isChosen: boolean
}

interface Year {
  year: string
  month: string | undefined
  months: SumsOf[]
  monthName(month: string): string
}

export function chartOf(reader: Reader, { year, month, months, monthName }: Year): ChartData {
  const words = wordsOf(reader, spending)
  const top = months.reduce((most, { paid, estimate }) => max(most, paid, estimate), 0n)
  const highest = months.find(({ paid }) => paid > 0n && months.every((other) => other.paid <= paid))
  const inCurrency = (amount: bigint) => money(reader, amount, currencyOf(months[0]?.currency ?? ''))
  const heightOf = (amount = 0n) => (top === 0n ? 0 : Number((amount * 1000n) / top) / 1000)
  const byMonth = new Map(months.map((sums) => [sums.of, sums]))
  return {
    title: words.chart({ year }),
    description: highest ? words.most({ month: monthName(highest.of), sum: inCurrency(highest.paid) }) : '',
    top: inCurrency(top),
    bars: words.letters.map((label, at) => {
      const of = `${year}-${String(at + 1).padStart(2, '0')}`
      const sums = byMonth.get(of)
      return {
        label,
        paid: heightOf(sums?.paid),
        estimate: heightOf(sums?.estimate),
        isChosen: month === undefined || month === of,
      }
    }),
    hasEstimates: months.some(({ estimate }) => estimate > 0n),
  }
}

const max = (...amounts: bigint[]) => amounts.reduce((most, amount) => (amount > most ? amount : most), 0n)
