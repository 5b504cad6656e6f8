import { pendingAct, showsRows, withPending } from '#app/acts/acts.ts'
import { countsOf, type Row, textToRows } from '#app/acts/row.ts'
import { totalOf } from '#app/domain/items/amounts.ts'
import { NEXT_ITEMS } from '#app/domain/limitsAndLifetimes.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import { listPath } from '#app/protocol/paths.ts'
import type { Reader } from '#app/words/reader.ts'
import { summary } from '#app/words/sums.ts'
import { keptPage } from './keptPages.ts'
import type { Entry, KeptPage } from './schema.ts'

/** Of the current list: its first open items. */
export interface CurrentList {
  id: string
  names: string[]
  more: number
}

interface Data {
  items: string
  list?: { currency?: Currency }
}

interface Lists<L> {
  lists: L[]
  current?: CurrentList | undefined
}

export async function keptLists(listIds: Iterable<string>): Promise<Map<string, KeptPage>> {
  const pages = new Map<string, KeptPage>()
  for (const id of new Set(listIds)) {
    const page = await keptPage(location.origin + listPath(id))
    if (page) pages.set(id, page)
  }
  return pages
}

/** The current list first, and all as their own kept pages show them, if those are newer or changes wait on this device. */
export function shownLists<L extends { id: string; sum: string }>(
  reader: Reader,
  { lists, current }: Lists<L>,
  entries: Entry[],
  kept: ReadonlyMap<string, KeptPage>,
  at = 0,
): Lists<L> {
  const changed = new Map<string, { rows: Row[]; currency: Currency | undefined }>()
  for (const [id, page] of kept) {
    const { items, list } = page.data as Data
    const own = entries.filter((entry) => entry.listID === id && showsRows(entry))
    const acts = own.map((entry) => pendingAct(entry, true))
    if (acts.length > 0 || page.at > at) {
      changed.set(id, { rows: withPending(textToRows(items), acts), currency: list?.currency })
    }
  }
  const isCurrent = ({ id }: L) => id === current?.id
  const currentFirst = [...lists.filter(isCurrent), ...lists.filter((list) => !isCurrent(list))]
  return {
    lists: currentFirst.map((list) => {
      const shown = changed.get(list.id)
      if (!shown) return list
      const { rows, currency } = shown
      const counts = countsOf(rows)
      return { ...list, ...counts, sum: summary(reader, { ...counts, totalCents: totalOf(rows), currency }) }
    }),
    current: current && currentOf(current, changed.get(current.id)?.rows),
  }
}

function currentOf(before: CurrentList, rows: Row[] | undefined): CurrentList {
  if (!rows) return before
  const open = rows.filter(({ completed }) => !completed)
  const names = open.slice(0, NEXT_ITEMS).map(({ name }) => name)
  return { id: before.id, names, more: open.length - names.length }
}
