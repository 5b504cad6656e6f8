import type { history as english } from '../en/history.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

type Done = { who: string | undefined }
type DoneTo = Done & { what: string }

const did =
  (yours: string, theirs: string) =>
  ({ who, what }: DoneTo) =>
    `${who === undefined ? yours : `${who} ${theirs}`} ${what}`
const didTo = (yours: string, theirs: string, what: string) => {
  const sentence = did(yours, theirs)
  return ({ who }: Done) => sentence({ who, what })
}
const changed = did('Cambiaste', 'cambió')
const moved = did('Moviste', 'movió')
const renamed = did('Renombraste', 'renombró')

export const history = {
  someone: 'Alguien',
  added: did('Añadiste', 'añadió'),
  deleted: did('Eliminaste', 'eliminó'),
  restored: did('Restauraste', 'restauró'),
  ticked: did('Marcaste', 'marcó'),
  unticked: did('Desmarcaste', 'desmarcó'),
  edited: did('Editaste', 'editó'),
  movedAway: ({ who, what }: DoneTo) => `${moved({ who, what })} a otra lista`,
  movedHere: ({ who, what }: DoneTo) => `${moved({ who, what })} aquí`,
  forgot: ({ who, what }: DoneTo) =>
    `${who === undefined ? 'Quitaste' : `${who} quitó`} ${what} de lo de siempre`,
  usualAgain: ({ who, what }: DoneTo) =>
    `${who === undefined ? 'Devolviste' : `${who} devolvió`} ${what} a lo de siempre`,
  listAdded: didTo('Creaste', 'creó', 'la lista'),
  listDeleted: didTo('Eliminaste', 'eliminó', 'la lista'),
  listRestored: didTo('Restauraste', 'restauró', 'la lista'),
  listRenamed: ({ who, name }: Done & { name: string }) =>
    renamed({ who, what: `la lista como «${cut(name)}»` }),
  currencyChanged: ({ who, currency }: Done & { currency: string }) =>
    changed({ who, what: `la moneda a ${currency}` }),
  receiptAdded: didTo('Añadiste', 'añadió', 'el ticket'),
  receiptReplaced: didTo('Cambiaste', 'cambió', 'el ticket'),
  receiptDeleted: didTo('Quitaste', 'quitó', 'el ticket'),
  receiptRestored: didTo('Restauraste', 'restauró', 'el ticket'),
  finished: didTo('Terminaste', 'terminó', 'la compra'),
  orderChanged: didTo('Cambiaste', 'cambió', 'el orden de la tienda'),
  tripEdited: didTo('Corregiste', 'corrigió', 'una compra'),
  tripDeleted: didTo('Eliminaste', 'eliminó', 'una compra'),
  tripRestored: didTo('Restauraste', 'restauró', 'una compra'),
  items: ({ n }: { n: number }) => count(n, { one: '1 producto', other: `${n} productos` }),
  ingredients: ({ n }: { n: number }) => count(n, { one: '1 ingrediente', other: `${n} ingredientes` }),
  doneItems: ({ n }: { n: number }) =>
    count(n, { one: '1 producto marcado', other: `${n} productos marcados` }),
  was: ({ name }: { name: string }) => `antes «${cut(name)}»`,
  nowIn: ({ unit }: { unit: string }) => `ahora en ${unit}`,
  nowUnder: ({ category }: { category: string }) => `ahora en «${category}»`,
  pieces: 'unidades',
  forAll: 'por todo',
  forOne: 'por unidad',
  note: ({ note }: { note: string }) => `nota «${cut(note)}»`,
  noNote: ({ note }: { note: string }) => `sin la nota «${cut(note)}»`,
  withDetails: ({ sentence, details }: { sentence: string; details: string }) => `${sentence}: ${details}`,
} satisfies Shape<typeof english>
