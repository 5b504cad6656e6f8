import { type ItemValues, valuesIn } from '#app/domain/items/itemFields.ts'
import { listPath } from '#app/protocol/paths.ts'
import { type ActKind, formAt, isLink, type Place } from './act.ts'
import { NEW_ROW, withTyped } from './row.ts'

export type Add = ReturnType<typeof addForm>

export const addPath = ({ account, listID }: Place) => (isLink(account) ? `${account}/add` : listPath(listID))

export const addForm = (place: Place, id: string, values: ItemValues, at: number) =>
  formAt(place, {
    kind: 'add' as const,
    item: id,
    name: values.name,
    path: addPath(place),
    fields: { id, ...valuesIn(values), at: String(at) },
  })

export const add: ActKind<Add> = {
  waitsAs: () => 'addItem',

  show(rows, { fields, currency }) {
    const added = withTyped({ id: fields.id, ...NEW_ROW }, fields, currency)
    if (!added.name || rows.some((row) => row.id === added.id)) return rows
    return [...rows, added]
  },

  takeBack: (rows, { fields }) => rows.filter((row) => row.id !== fields.id),
}
