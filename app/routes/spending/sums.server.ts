import { currencyOf } from '#app/domain/locale/currencies.ts'
import { type Sums, type SumsOf, sumOf } from '#app/domain/trips/spending.ts'
import type { Spent } from '#app/domain/trips/spent.ts'
import { spendingPath } from '#app/protocol/paths.ts'
import { spending } from '#app/words/en/spending.ts'
import { spendingLabels } from '#app/words/en/spendingLabels.ts'
import { money } from '#app/words/format.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { type ChartData, chartOf } from './chart.server.ts'

export interface SumRow {
  label: string
  to?: string | undefined
  /** How many trips, and how many of them nobody knows. */
  about: string
  paid: string
  /** Of all rows of the table, between 0 and 1. */
  share: number
}

export interface CurrencySums {
  currency: string
  paid: string
  notKnown: string
  chart: ChartData
  months: SumRow[]
  stores: SumRow[]
  lists: SumRow[]
}

/** More would not fit on a page of paper, with the bars and the months. */
const MOST_ROWS = 8

interface Asked {
  listID: string | undefined
  month: string | undefined
  store: string | undefined
}

/** The currency that is used most comes first; what is paid and what is estimated stay apart. */
export function sumsOf(reader: Reader, spent: Spent, asked: Asked): CurrencySums[] {
  const words = wordsOf(reader, spending)
  const labels = wordsOf(reader, spendingLabels)
  const { year, listOf } = spent
  const shown = { ...asked, ...(asked.month === undefined && { year }) }
  const monthName = (month: string) => words.months[Number(month.slice(5)) - 1] ?? month
  return spent.totals.map((total) => {
    const { currency } = total
    const ofIt = (sums: SumsOf[]) => sums.filter((sum) => sum.currency === currency)
    const months = ofIt(spent.months).sort((a, b) => a.of.localeCompare(b.of))
    const tableOf = (sums: SumsOf[], cells: (of: string) => Pick<SumRow, 'label' | 'to'>) =>
      rowsOf(reader, ofIt(sums), cells)
    return {
      currency,
      paid: paidText(reader, total),
      notKnown: notKnownText(reader, total),
      chart: chartOf(reader, { year, month: asked.month, months, monthName }),
      months:
        asked.month === undefined
          ? months.map((sum) =>
              rowOf(reader, sum, {
                label: monthName(sum.of),
                to: spendingPath({ ...asked, month: sum.of }),
              }),
            )
          : [],
      stores:
        asked.store === undefined
          ? tableOf(spent.stores, (store) => ({
              label: store || labels.withoutStore,
              to: spendingPath({ ...shown, store }),
            }))
          : [],
      lists:
        asked.listID === undefined
          ? tableOf(spent.lists, (key) => {
              const { name, id } = listOf.get(key) ?? { name: '', id: undefined }
              return {
                label: name || labels.withoutList,
                to: id && spendingPath({ ...shown, listID: id }),
              }
            })
          : [],
    }
  })
}

function rowsOf(
  reader: Reader,
  sums: SumsOf[],
  cells: (of: string) => Pick<SumRow, 'label' | 'to'>,
): SumRow[] {
  const sorted = [...sums].sort(byCost)
  const isMore = sorted.length > MOST_ROWS
  const shown = isMore ? sorted.slice(0, MOST_ROWS - 1) : sorted
  const rest = sorted.slice(shown.length)
  const most = Number(sorted[0]?.paid ?? 0n)
  const rows = shown.map((sum) => rowOf(reader, sum, cells(sum.of), most))
  const [first] = rest
  if (!first) return rows
  const label = wordsOf(reader, spending).others({ n: rest.length })
  return [...rows, rowOf(reader, sumOf(first.currency, rest), { label }, most)]
}

const byCost = (a: Sums, b: Sums) =>
  compare(b.paid, a.paid) || compare(b.estimate, a.estimate) || b.trips - a.trips

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

function rowOf(reader: Reader, sums: Sums, cells: Pick<SumRow, 'label' | 'to'>, most = 0): SumRow {
  const { trips: n, paid } = sums
  const counted = isPaid(sums)
    ? [wordsOf(reader, spending).trips({ n }), ofThem(reader, sums)]
    : [notKnownText(reader, sums)]
  return {
    ...cells,
    about: counted.filter(Boolean).join(' · '),
    paid: isPaid(sums) ? inOneLine(reader, paid, sums) : '',
    share: most === 0 ? 0 : Math.min(1, Number(paid) / most),
  }
}

/** Below other texts, a sum breaks badly. */
const inOneLine = (reader: Reader, amount: bigint, { currency }: Sums) =>
  money(reader, amount, currencyOf(currency)).replace(' ', '\u00a0')

const isPaid = ({ trips, unknown }: Sums) => trips > unknown

function ofThem(reader: Reader, sums: Sums): string {
  const { unknown: n, estimate } = sums
  const words = wordsOf(reader, spending)
  if (n === 0) return ''
  if (estimate === 0n) return words.ofThem({ n })
  return words.ofThemAbout({ n, sum: inOneLine(reader, estimate, sums) })
}

/** 'Paid $ 184.20' */
function paidText(reader: Reader, sums: Sums): string {
  const { paid } = wordsOf(reader, spending)
  return isPaid(sums) ? paid({ sum: inOneLine(reader, sums.paid, sums) }) : ''
}

/** '2 trips not known, about $ 31.00' */
function notKnownText(reader: Reader, sums: Sums): string {
  const { unknown: n, estimate } = sums
  const words = wordsOf(reader, spending)
  if (n === 0) return ''
  if (estimate === 0n) return words.notKnown({ n })
  return words.notKnownAbout({ n, sum: inOneLine(reader, estimate, sums) })
}
