import { type Form, formAt, isLink, type Place } from './act.ts'

export interface RestoreFields {
  listID?: string
  itemID?: string
}

type Restore = Form<'restore', RestoreFields>

/** Brings back a deleted item. The row comes with the server's answer. */
export function restoreForm(place: Place, itemID: string, name: string): Restore {
  const { account, listID } = place
  const path = isLink(account) ? `${account}/restore` : `/restore-item/${itemID}`
  const fields: RestoreFields = isLink(account) ? { itemID } : { listID }
  return formAt(place, { kind: 'restore', item: itemID, name, path, fields })
}
