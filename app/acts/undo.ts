import { type ActKind, actNow, type Form, formAt, isLink, type Place } from './act.ts'

export interface UndoFields {
  operation: string
  listID?: string
  change?: string
}

type Undo = Form<'undo', UndoFields>

const undoPath = (account: string, change: string) =>
  isLink(account) ? `${account}/undo` : `/undo/${change}`

/** Takes back an operation that may have reached the server, or may come later. */
export function undoForm(place: Place, op: string): Undo {
  const { account, listID } = place
  const target = isLink(account) ? { change: op, guest: place.guest ?? '' } : { listID }
  const fields = { operation: '1', ...target }
  return formAt(place, { kind: 'undo', name: '', path: undoPath(account, op), fields })
}

export const undo: ActKind<Undo> = { waitsAs: () => 'undoLast' }

export type UndoChange = Form<'undoChange', Record<string, string>>

/** Takes back a change that the server has told of. */
export function undoChangeForm(place: Place, change: string, more: Record<string, string>): UndoChange {
  const { account, guest = '' } = place
  const own: Record<string, string> = account === '' ? {} : { from: 'list' }
  const fields = isLink(account) ? { guest, change } : own
  return actNow(place, 'undoChange', undoPath(account, change), { ...fields, ...more })
}
