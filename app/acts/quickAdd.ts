import { idInSeries } from '#app/domain/ids.ts'
import { planFor } from '#app/domain/quickAdd/merge.ts'
import { quickAddPath as accountPath } from '#app/protocol/paths.ts'
import { cut } from '#app/words/text.ts'
import { type ActKind, formAt, isLink, type Place } from './act.ts'
import { openLines } from './lineReader.ts'
import { NEW_ROW, type Row } from './row.ts'

export type QuickAdd = ReturnType<typeof quickAddForm>

export const quickAddPath = ({ account, listID }: Place) =>
  isLink(account) ? `${account}/quick-add` : accountPath(listID)

export const quickAddForm = (place: Place, id: string, lines: string, at: number) =>
  formAt(place, {
    kind: 'quickAdd',
    name: cut(lines.trim().replace(/\s*\n\s*/g, ', ')),
    path: quickAddPath(place),
    fields: { id, at: String(at), lines },
  })

/** The items' ids if all are new. The server makes the same. */
export const quickAddIds = ({ fields: { id, lines }, currency }: QuickAdd): string[] =>
  openLines(lines, currency).map((_, index) => idInSeries(id, index))

/** The lines are read and merged as the server will. */
export const quickAdd: ActKind<QuickAdd> = {
  verb: () => 'addItem',

  show(rows, act, me) {
    const { currency } = act
    const { id, lines, at } = act.fields
    const ids = new Set(quickAddIds(act))
    // They have arrived. Clocks differ, so times alone don't tell.
    if (rows.some((row) => ids.has(row.id))) return rows
    const { added, merged } = planFor(rows, openLines(lines, currency))
    const changed = rows.map((row): Row => {
      const values = merged.get(row.id)
      // Changed since then, it has what these lines add already.
      if (!values || Object.keys(values).length === 0 || row.updatedAt >= Number(at)) return row
      const { addedMilli: _, ...rest } = values
      return { ...row, ...rest, pending: true }
    })
    const newRows = added.map(({ index, priceCents = 0, statesPriceFor: _, ...item }) => ({
      ...{ ...NEW_ROW, ...item, priceCents, id: idInSeries(id, index) },
      ...(me !== undefined && { added: me }),
    }))
    return [...changed, ...newRows]
  },

  takeBack(rows, act) {
    const ids = new Set(quickAddIds(act))
    return rows.filter((row) => !ids.has(row.id))
  },
}
