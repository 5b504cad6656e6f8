import { type ActKind, actNow, type Form, type Place } from './act.ts'

// Acts on all items of a list, or on all that are ticked.

export type DeleteAll = Form<'deleteAll', object>

export const deleteAllForm = (place: Place): DeleteAll =>
  actNow(place, 'deleteAll', `/delete-items/${place.listID}`, {})

export const deleteAll: ActKind<DeleteAll> = { show: () => [] }

export type ClearDone = Form<'clearDone', object>

export const clearDoneForm = (place: Place): ClearDone =>
  actNow(place, 'clearDone', `/clear-done/${place.listID}`, {})

export const clearDone: ActKind<ClearDone> = { show: (rows) => rows.filter((row) => !row.completed) }

export type UntickAll = Form<'untickAll', object>

export const untickAllForm = (place: Place): UntickAll =>
  actNow(place, 'untickAll', `/untick-all/${place.listID}`, {})

export const untickAll: ActKind<UntickAll> = {
  show: (rows) => rows.map((row) => (row.completed ? { ...row, completed: false } : row)),
}
