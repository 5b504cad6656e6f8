import { type ActKind, type Form, formAt, isLink, type Place } from './act.ts'
import type { Row } from './row.ts'

export const removePath = ({ account, listID }: Place, itemId: string) =>
  isLink(account) ? `${account}/delete?itemID=${itemId}` : `/delete-single-item/${listID}?itemID=${itemId}`

export const removeForm = (place: Place, { id, name }: Pick<Row, 'id' | 'name'>): Form<'remove', object> =>
  formAt(place, { kind: 'remove', item: id, name, path: removePath(place, id), fields: {} })

export const remove: ActKind<Form<'remove', object>> = {
  waitsAs: () => 'deleteItem',
  // Taken back, it comes when the server has answered.
  show: (rows, { item }) => rows.filter((row) => row.id !== item),
}
