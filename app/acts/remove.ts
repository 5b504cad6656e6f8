import { type ActKind, type Form, isLink, type Place, signed } from './act.ts'
import type { Row } from './row.ts'

type Remove = Form<'remove', object>

export const removePath = ({ account, listID }: Place, itemId: string) =>
  isLink(account) ? `${account}/delete?itemID=${itemId}` : `/delete-single-item/${listID}?itemID=${itemId}`

export function removeForm(place: Place, { id, name }: Pick<Row, 'id' | 'name'>): Remove {
  const { account, listID } = place
  return {
    ...{ kind: 'remove', account, listID, item: id, name },
    path: removePath(place, id),
    fields: signed({}, place),
  }
}

export const remove: ActKind<Remove> = {
  verb: () => 'delete',
  // Taken back, it comes when the server has answered.
  show: (rows, { item }) => rows.filter((row) => row.id !== item),
}
