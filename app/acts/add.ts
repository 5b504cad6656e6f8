import { listPath } from '#app/protocol/paths.ts'
import { type ActKind, type Form, isLink, type Place, signed } from './act.ts'
import type { ItemValues } from './itemValues.ts'
import { amountsOf, NEW_ROW } from './row.ts'

export interface AddFields extends ItemValues {
  id: string
  at: string
}

type Add = Form<'add', AddFields>

export const addPath = ({ account, listID }: Place) => (isLink(account) ? `${account}/add` : listPath(listID))

export function addForm(place: Place, id: string, values: ItemValues, at: number): Add {
  const { account, listID } = place
  const { name, quantity, unit, price, priceFor } = values
  const fields = { id, name, quantity, unit, price, priceFor, at: String(at) }
  return {
    ...{ kind: 'add', account, listID, item: id, name },
    path: addPath(place),
    fields: signed(fields, place),
  }
}

export const add: ActKind<Add> = {
  verb: () => 'add',

  show(rows, { fields }, me) {
    const { id } = fields
    const name = fields.name.trim()
    if (!name || rows.some((row) => row.id === id)) return rows
    return [...rows, { id, name, ...NEW_ROW, added: me, ...amountsOf(fields, NEW_ROW) }]
  },

  takeBack: (rows, { fields }) => rows.filter((row) => row.id !== fields.id),
}
