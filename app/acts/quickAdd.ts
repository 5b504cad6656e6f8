import { idInSeries } from '#app/domain/ids.ts'
import { EMPTY_ITEM } from '#app/domain/items/itemFields.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import type { planFor } from '#app/domain/quickAdd/merge.ts'
import type { ReadText } from '#app/domain/quickAdd/readText.ts'
import { cleanLine } from '#app/domain/text.ts'
import { cut } from '#app/words/text.ts'
import { type ActKind, formAt, isLink, type Place } from './act.ts'
import { NEW_ROW, type Row } from './row.ts'

export type QuickAdd = ReturnType<typeof quickAddForm>

export const quickAddPath = ({ account, listID }: Place) =>
  isLink(account) ? `${account}/quick-add` : `/quick-add?listID=${encodeURIComponent(listID)}`

export const quickAddForm = (place: Place, id: string, lines: string, at: number) =>
  formAt(place, {
    kind: 'quickAdd',
    name: cut(lines.trim().replace(/\s*\n\s*/g, ', ')),
    path: quickAddPath(place),
    fields: { id, at: String(at), lines },
  })

type ReadLines = (text: string, currency?: Currency) => ReadText['items']

/** As long as lines can't be read. */
const asTyped: ReadLines = (text) =>
  text
    .split('\n')
    .map(cleanLine)
    .filter((line) => line !== '')
    .map((line) => ({
      ...EMPTY_ITEM,
      name: line,
      hasQuantity: false,
      priceCents: undefined,
      statesPriceFor: false,
      line,
      isTicked: false,
    }))

/** As long as lines can't be merged. */
const allNew: typeof planFor = (_rows, lines) => ({
  added: lines.map(({ hasQuantity: _, ...line }, index) => ({ ...line, index })),
  merged: new Map(),
})

let readLines = asTyped
let plan = allNew
let loading: Promise<void> | undefined

export const readsLines = () => readLines !== asTyped

/** Reading what people write and merging it takes 15 kB of code. Pages load it once they work. */
export function loadLineParser(): Promise<void> {
  const forget = () => {
    loading = undefined
  }
  loading ??= import('#app/domain/quickAdd/reading.ts').then(({ planFor, readText }) => {
    readLines = (text, currency) => readText(text, currency).items
    plan = planFor
  }, forget)
  return loading
}

export const linesIn: ReadLines = (text, currency) => readLines(text, currency)

/** Lines that are ticked add nothing. */
const openLines = ({ fields: { lines }, currency }: QuickAdd) =>
  linesIn(lines, currency).filter(({ isTicked }) => !isTicked)

/** The items' ids if all are new. The server makes the same. */
export const quickAddIds = (act: QuickAdd): string[] =>
  openLines(act).map((_, index) => idInSeries(act.fields.id, index))

/** The ids of the items that are new, then of those that change. */
export function changedBy(act: QuickAdd, rows: Row[]): string[] {
  const { added, merged } = plan(rows, openLines(act))
  return [...added.map(({ index }) => idInSeries(act.fields.id, index)), ...merged.keys()]
}

/** The lines are read and merged as the server will. */
export const quickAdd: ActKind<QuickAdd> = {
  waitsAs: () => 'addItem',

  show(rows, act) {
    const { id, at } = act.fields
    const ids = new Set(quickAddIds(act))
    // The lines have arrived. Clocks differ, so times alone don't tell.
    if (rows.some((row) => ids.has(row.id))) return rows
    const { added, merged } = plan(rows, openLines(act))
    const changed = rows.map((row): Row => {
      const values = merged.get(row.id)
      // Changed since then, it has what these lines add already.
      if (!values || Object.keys(values).length === 0 || row.updatedAt >= Number(at)) return row
      const { addedMilli: _, ...rest } = values
      return { ...row, ...rest, pending: true }
    })
    const newRows = added.map(({ index, priceCents = 0, statesPriceFor: _, ...item }) => ({
      ...NEW_ROW,
      ...item,
      priceCents,
      id: idInSeries(id, index),
    }))
    return [...changed, ...newRows]
  },

  takeBack(rows, act) {
    const ids = new Set(quickAddIds(act))
    return rows.filter((row) => !ids.has(row.id))
  },
}
