import type { history as english } from '../en/history.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

type Done = { who: string | undefined }
type DoneTo = Done & { what: string }

const has = (who: string | undefined) => (who === undefined ? 'Du hast' : `${who} hat`)
const did =
  (verb: string) =>
  ({ who, what }: DoneTo) =>
    `${has(who)} ${what} ${verb}`
const didTo =
  (what: string) =>
  ({ who }: Done) =>
    `${has(who)} ${what}`

export const history = {
  someone: 'Jemand',
  added: did('hinzugefügt'),
  deleted: did('gelöscht'),
  restored: did('wiederhergestellt'),
  ticked: did('abgehakt'),
  unticked: ({ who, what }: DoneTo) => `${has(who)} den Haken für ${what} entfernt`,
  edited: did('geändert'),
  movedAway: did('auf eine andere Liste verschoben'),
  movedHere: did('hierher verschoben'),
  forgot: did('aus dem Üblichen entfernt'),
  usualAgain: did('wieder zum Üblichen hinzugefügt'),
  listAdded: didTo('die Liste angelegt'),
  listDeleted: didTo('die Liste gelöscht'),
  listRestored: didTo('die Liste wiederhergestellt'),
  listRenamed: ({ who, name }: Done & { name: string }) =>
    `${has(who)} die Liste in „${cut(name)}“ umbenannt`,
  currencyChanged: ({ who, currency }: Done & { currency: string }) =>
    `${has(who)} die Währung auf ${currency} geändert`,
  receiptAdded: didTo('den Kassenbon angehängt'),
  receiptReplaced: didTo('den Kassenbon ersetzt'),
  receiptDeleted: didTo('den Kassenbon entfernt'),
  receiptRestored: didTo('den Kassenbon wiederhergestellt'),
  finished: didTo('den Einkauf abgeschlossen'),
  orderChanged: didTo('die Reihenfolge im Laden geändert'),
  tripEdited: didTo('einen Einkauf korrigiert'),
  tripDeleted: didTo('einen Einkauf gelöscht'),
  tripRestored: didTo('einen Einkauf wiederhergestellt'),
  // The `what` of the first ones, in the accusative
  items: ({ n }: { n: number }) => `${n} Artikel`,
  ingredients: ({ n }: { n: number }) => count(n, { one: '1 Zutat', other: `${n} Zutaten` }),
  doneItems: ({ n }: { n: number }) =>
    count(n, { one: '1 abgehakten Artikel', other: `${n} abgehakte Artikel` }),
  was: ({ name }: { name: string }) => `vorher „${cut(name)}“`,
  nowIn: ({ unit }: { unit: string }) => `Einheit jetzt ${unit}`,
  nowUnder: ({ category }: { category: string }) => `jetzt bei „${category}“`,
  pieces: 'Stück',
  forAll: 'jetzt Gesamtpreis',
  forOne: 'jetzt Einzelpreis',
  note: ({ note }: { note: string }) => `Notiz „${cut(note)}“`,
  noNote: ({ note }: { note: string }) => `ohne die Notiz „${cut(note)}“`,
  withDetails: ({ sentence, details }: { sentence: string; details: string }) => `${sentence}: ${details}`,
} satisfies Shape<typeof english>
