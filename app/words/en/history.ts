import { room } from '../room.ts'
import { cut } from '../text.ts'
import { count } from './count.ts'

/** Without `who`, it was the reader. */
type Done = { who: string | undefined }
type DoneTo = Done & { what: string }

const did =
  (verb: string) =>
  ({ who = 'You', what }: DoneTo) =>
    `${who} ${verb} ${what}`
const didTo =
  (what: string) =>
  ({ who = 'You' }: Done) =>
    `${who} ${what}`

export const history = room('history', {
  someone: 'Someone',
  added: did('added'),
  deleted: did('deleted'),
  restored: did('restored'),
  ticked: did('ticked'),
  unticked: did('unticked'),
  edited: did('edited'),
  movedAway: ({ who = 'You', what }: DoneTo) => `${who} moved ${what} to another list`,
  movedHere: ({ who = 'You', what }: DoneTo) => `${who} moved ${what} here`,
  forgot: ({ who = 'You', what }: DoneTo) => `${who} removed ${what} from the usual`,
  usualAgain: ({ who = 'You', what }: DoneTo) => `${who} put ${what} back into the usual`,
  listAdded: didTo('created the list'),
  listDeleted: didTo('deleted the list'),
  listRestored: didTo('restored the list'),
  listRenamed: ({ who = 'You', name }: Done & { name: string }) =>
    `${who} renamed the list to “${cut(name)}”`,
  currencyChanged: ({ who = 'You', currency }: Done & { currency: string }) =>
    `${who} changed the currency to ${currency}`,
  receiptAdded: didTo('added the receipt'),
  receiptReplaced: didTo('replaced the receipt'),
  receiptDeleted: didTo('removed the receipt'),
  receiptRestored: didTo('restored the receipt'),
  finished: didTo('finished shopping'),
  orderChanged: didTo('changed the order of the shop'),
  tripEdited: didTo('corrected a trip'),
  tripDeleted: didTo('deleted a trip'),
  tripRestored: didTo('restored a trip'),
  // The `what` of the first ones
  items: ({ n }: { n: number }) => count(n, { one: '1 item', other: `${n} items` }),
  ingredients: ({ n }: { n: number }) => count(n, { one: '1 ingredient', other: `${n} ingredients` }),
  doneItems: ({ n }: { n: number }) => count(n, { one: '1 done item', other: `${n} done items` }),
  // After an edit, and a colon
  was: ({ name }: { name: string }) => `was “${cut(name)}”`,
  nowIn: ({ unit }: { unit: string }) => `now in ${unit}`,
  nowUnder: ({ category }: { category: string }) => `now under “${category}”`,
  pieces: 'pieces',
  forAll: 'for all',
  forOne: 'for one',
  note: ({ note }: { note: string }) => `note “${cut(note)}”`,
  noNote: ({ note }: { note: string }) => `without the note “${cut(note)}”`,
  withDetails: ({ sentence, details }: { sentence: string; details: string }) => `${sentence}: ${details}`,
})
