import { type ActKind, type Form, isLink, type Place } from './act.ts'

export interface UndoFields {
  operation: string
  listID?: string
  change?: string
}

type Undo = Form<'undo', UndoFields>

interface UndoRequest {
  action: string
  fields: Record<string, string>
}

/** Takes back a change. On pages that show no list, there is no place. */
export function undoRequest(change: string, { account, guest = '' }: Partial<Place> = {}): UndoRequest {
  if (account !== undefined && isLink(account))
    return { action: `${account}/undo`, fields: { guest, change } }
  return { action: `/undo/${change}`, fields: account === undefined ? {} : { from: 'list' } }
}

/** Takes back an operation that may have reached the server, or may come later. */
export function undoForm(place: Place, op: string): Undo {
  const { account, listID } = place
  const target = isLink(account) ? { change: op, guest: place.guest ?? '' } : { listID }
  return {
    ...{ kind: 'undo', account, listID, name: '' },
    path: undoRequest(op, place).action,
    fields: { operation: '1', ...target },
  }
}

export const undo: ActKind<Undo> = { verb: () => 'undo the last change' }
