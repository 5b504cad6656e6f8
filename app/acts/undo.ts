import { type ActKind, type Form, formAt, isLink, type Place } from './act.ts'

export interface UndoFields {
  operation: string
  listID?: string
  change?: string
}

type Undo = Form<'undo', UndoFields>

/** Takes back a change. On pages that show no list, there is no place. */
export function undoRequest(
  change: string,
  { account, guest = '' }: Partial<Place> = {},
): { action: string; fields: Record<string, string> } {
  if (account !== undefined && isLink(account))
    return { action: `${account}/undo`, fields: { guest, change } }
  return { action: `/undo/${change}`, fields: account === undefined ? {} : { from: 'list' } }
}

/** Takes back an operation that may have reached the server, or may come later. */
export function undoForm(place: Place, op: string): Undo {
  const { account, listID } = place
  const target = isLink(account) ? { change: op, guest: place.guest ?? '' } : { listID }
  const path = undoRequest(op, place).action
  return formAt(place, { kind: 'undo', name: '', path, fields: { operation: '1', ...target } })
}

export const undo: ActKind<Undo> = { verb: () => 'undoLast' }
