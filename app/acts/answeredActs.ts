import { actNow, type Form, type Place } from './act.ts'

/** Pages show these once the server has answered. */
export type AnsweredKind =
  | 'addAgain'
  | 'answer'
  | 'chooseView'
  | 'deleteTrip'
  | 'forget'
  | 'moveAisle'
  | 'nameGuest'
  | 'otherReading'
  | 'purgeItem'
  | 'removeAtHome'
  | 'removeReceipt'
  | 'restoreItem'
  | 'restoreList'
  | 'restoreTrip'
  | 'removePhoto'

export type AnsweredAct = Form<AnsweredKind, Record<string, string>>

export const answeredForm = (
  place: Place,
  kind: AnsweredKind,
  path: string,
  fields: Record<string, string> = {},
): AnsweredAct => actNow(place, kind, path, fields)

/** What a question has added and is probably at home; with an item's id, only that. */
export const removeAtHomeForm = (
  place: Place,
  change: string,
  fields: { id: string; itemID?: string; from?: 'recent' },
): AnsweredAct => answeredForm(place, 'removeAtHome', `/remove-at-home/${change}`, fields)
