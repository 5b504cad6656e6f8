import { type ActKind, type Form, isLink, type Place, signed } from './act.ts'

export interface RestoreFields {
  listID?: string
  itemID?: string
}

type Restore = Form<'restore', RestoreFields>

/** Brings back a deleted item. The row comes with the server's answer. */
export function restoreForm(place: Place, itemID: string, name: string): Restore {
  const { account, listID } = place
  return {
    ...{ kind: 'restore', account, listID, item: itemID, name },
    path: isLink(account) ? `${account}/restore` : `/restore-item/${itemID}`,
    fields: signed(isLink(account) ? { itemID } : { listID }, place),
  }
}

export const restore: ActKind<Restore> = { verb: () => 'restore' }
