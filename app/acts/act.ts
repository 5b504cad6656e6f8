import type { Currency } from '#app/domain/locale/currency.ts'
import type { actNames } from '#app/words/en/actNames.ts'
import type { Shape } from '#app/words/room.ts'
import type { Row } from './row.ts'

/** A list as somebody reaches it: `account` is a user's id, or the path of a link. */
export interface Place {
  account: string
  listID: string
  /** A guest's name, which their forms send. */
  guest?: string | undefined
  currency?: Currency | undefined
}

/** Of acts on pages that show no list. */
export const NO_PLACE: Place = { account: '', listID: '' }

export const isLink = (account: string): boolean => account.startsWith('/')

/** The form that does an act. */
export interface Form<Kind extends string, Fields> {
  kind: Kind
  account: string
  listID: string
  /** Acts on the same item are sent in their order. Undefined if it may be about any: those wait for all. */
  item?: string | undefined
  path: string
  /** Of the list when this was typed; dollars if it is missing. */
  currency?: Currency | undefined
  fields: Fields & { guest?: string }
  name: string
}

export function formAt<Kind extends string, Fields>(
  { account, listID, guest, currency }: Place,
  form: Omit<Form<Kind, Fields>, 'account' | 'listID' | 'currency'>,
): Form<Kind, Fields> {
  return {
    ...form,
    account,
    listID,
    currency,
    fields: { ...form.fields, ...(guest !== undefined && { guest }) },
  }
}

/** An act of a kind that can't wait, which nobody has to name. */
export const actNow = <Kind extends string, Fields>(
  { account, listID }: Place,
  kind: Kind,
  path: string,
  fields: Form<Kind, Fields>['fields'],
): Form<Kind, Fields> => ({ kind, account, listID, path, fields, name: '' })

/** Texts of the room actNames. */
type Verb = keyof Shape<typeof actNames>

/** Pages show a list as it will be, before the server has answered. */
export interface ActKind<Act> {
  /** The act may wait without a connection, called 'tick Milk'. Without a name it is sent now or not at all. */
  waitsAs?(act: Act): Verb
  /** The rows once it's done. */
  show?(rows: Row[], act: Act): Row[]
  /** The rows once it's taken back, if they have it already. */
  takeBack?(rows: Row[], act: Act): Row[]
}
