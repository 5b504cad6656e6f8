import { actNow, type Form, type Place } from './act.ts'

/** Pages show these once the server has answered. */
export type AnsweredKind =
  | 'addAgain'
  | 'answer'
  | 'deleteTrip'
  | 'forget'
  | 'nameGuest'
  | 'otherReading'
  | 'purgeItem'
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
