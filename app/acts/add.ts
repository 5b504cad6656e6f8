import { listPath } from '#app/protocol/paths.ts'
import { type ActKind, formAt, isLink, type Place } from './act.ts'
import { type ItemValues, valuesIn } from './itemValues.ts'
import { amountsOf, NEW_ROW } from './row.ts'

export type Add = ReturnType<typeof addForm>

export const addPath = ({ account, listID }: Place) => (isLink(account) ? `${account}/add` : listPath(listID))

export const addForm = (place: Place, id: string, values: ItemValues, at: number) =>
  formAt(place, {
    ...{ kind: 'add' as const, item: id, name: values.name },
    path: addPath(place),
    fields: { id, ...valuesIn(values), at: String(at) },
  })

export const add: ActKind<Add> = {
  verb: () => 'addItem',

  show(rows, { fields, currency }) {
    const { id } = fields
    const name = fields.name.trim()
    if (!name || rows.some((row) => row.id === id)) return rows
    return [...rows, { id, name, ...NEW_ROW, ...amountsOf(fields, NEW_ROW, currency) }]
  },

  takeBack: (rows, { fields }) => rows.filter((row) => row.id !== fields.id),
}
