import type { history as english } from '../en/history.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

type Done = { who: string | undefined }
type DoneTo = Done & { what: string }

const has = (who: string | undefined) => (who === undefined ? 'Tu as' : `${who} a`)

const did =
  (verb: string) =>
  ({ who, what }: DoneTo) =>
    `${has(who)} ${verb} ${what}`
const didTo =
  (what: string) =>
  ({ who }: Done) =>
    `${has(who)} ${what}`

export const history = {
  someone: "Quelqu'un",
  added: did('ajouté'),
  deleted: did('supprimé'),
  restored: did('restauré'),
  ticked: did('coché'),
  unticked: did('décoché'),
  edited: did('modifié'),
  movedAway: ({ who, what }: DoneTo) => `${has(who)} déplacé ${what} vers une autre liste`,
  movedHere: ({ who, what }: DoneTo) => `${has(who)} déplacé ${what} ici`,
  forgot: ({ who, what }: DoneTo) => `${has(who)} retiré ${what} des habituels`,
  usualAgain: ({ who, what }: DoneTo) => `${has(who)} remis ${what} dans les habituels`,
  listAdded: didTo('créé la liste'),
  listDeleted: didTo('supprimé la liste'),
  listRestored: didTo('restauré la liste'),
  listRenamed: ({ who, name }: Done & { name: string }) =>
    `${has(who)} renommé la liste en «\u00a0${cut(name)}\u00a0»`,
  currencyChanged: ({ who, currency }: Done & { currency: string }) =>
    `${has(who)} choisi la devise ${currency}`,
  receiptAdded: didTo('ajouté le ticket de caisse'),
  receiptReplaced: didTo('remplacé le ticket de caisse'),
  receiptDeleted: didTo('retiré le ticket de caisse'),
  receiptRestored: didTo('restauré le ticket de caisse'),
  finished: didTo('terminé les courses'),
  orderChanged: didTo("changé l'ordre du magasin"),
  tripEdited: didTo('corrigé des courses'),
  tripDeleted: didTo('supprimé des courses'),
  tripRestored: didTo('restauré des courses'),
  items: ({ n }: { n: number }) => count(n, { one: `${n} article`, other: `${n} articles` }),
  ingredients: ({ n }: { n: number }) => count(n, { one: `${n} ingrédient`, other: `${n} ingrédients` }),
  doneItems: ({ n }: { n: number }) => count(n, { one: `${n} article coché`, other: `${n} articles cochés` }),
  was: ({ name }: { name: string }) => `ancien nom «\u00a0${cut(name)}\u00a0»`,
  nowIn: ({ unit }: { unit: string }) => `nouvelle unité «\u00a0${unit}\u00a0»`,
  nowUnder: ({ category }: { category: string }) => `rayon «\u00a0${category}\u00a0»`,
  pieces: 'pièces',
  forAll: 'pour le tout',
  forOne: "à l'unité",
  note: ({ note }: { note: string }) => `note « ${cut(note)} »`,
  noNote: ({ note }: { note: string }) => `sans la note « ${cut(note)} »`,
  withDetails: ({ sentence, details }: { sentence: string; details: string }) =>
    `${sentence}\u00a0: ${details}`,
} satisfies Shape<typeof english>
