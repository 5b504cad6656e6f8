import type { State } from '#app/domain/history/changes.ts'
import type { PastChange } from '#app/domain/history/recentChanges.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { measure, unitName } from './amounts.ts'
import { categories } from './en/categories.ts'
import { history } from './en/history.ts'
import { money } from './format.ts'
import { type Reader, wordsOf } from './reader.ts'
import { guestLabel } from './signatures.ts'
import { cut } from './text.ts'
import { itemsAndPaid, paidText } from './trips.ts'

const NAMED = 3

export function sentenceOf(reader: Reader, change: PastChange, userId: string): string {
  const { kind, verb, count, name = '', names, edit, category, actor, guest, trip } = change
  const words = wordsOf(reader, history)
  const others = actor?.name ?? (guest && guestLabel(reader, guest.name)) ?? words.someone
  const who = actor?.id === userId ? undefined : others
  if (kind === 'list') {
    if (verb === 'edited') {
      const { name: newName, currency } = edit?.after ?? {}
      if (!currency) return words.listRenamed({ who, name })
      if (!newName) return words.currencyChanged({ who, currency })
      return words.withDetails({ sentence: words.listRenamed({ who, name: newName }), details: currency })
    }
    if (verb === 'added') return words.listAdded({ who })
    return verb === 'deleted' ? words.listDeleted({ who }) : words.listRestored({ who })
  }
  if (kind === 'receipt') {
    if (count > 1) return words.receiptReplaced({ who })
    if (verb === 'deleted') return words.receiptDeleted({ who })
    return verb === 'restored' ? words.receiptRestored({ who }) : words.receiptAdded({ who })
  }
  if (kind === 'usual') return words[verb === 'added' ? 'usualAgain' : 'forgot']({ who, what: cut(name) })
  if (kind === 'order') return words.orderChanged({ who })
  const nameOfTrip = trip && itemsAndPaid(reader, trip, paidText(reader, trip))
  if (kind === 'trip') return withDetails(words, tripSentence(words, change)({ who }), nameOfTrip)
  if (kind === 'finish' && verb !== 'restored') return withDetails(words, words.finished({ who }), nameOfTrip)
  const several = kind === 'ai' ? words.ingredients : kind === 'clear' ? words.doneItems : words.items
  const n = kind === 'finish' && trip ? trip.itemCount : count
  const what = n === 1 && name ? cut(name) : several({ n })
  const details = count > 1 ? firstNames(names) : edit ? detailsOf(reader, edit, category) : ''
  if (kind === 'move' && verb === 'deleted') return words.movedAway({ who, what })
  if (kind === 'move' && verb !== 'restored') return words.movedHere({ who, what })
  return withDetails(words, words[verb]({ who, what }), details)
}

type Words = typeof history

const withDetails = (words: Words, sentence: string, details = '') =>
  details ? words.withDetails({ sentence, details }) : sentence

/** A photo of it that is replaced or removed corrects it, too. */
function tripSentence(words: Words, { verb, trip, itemId }: PastChange) {
  if (trip?.id !== itemId || verb === 'edited') return words.tripEdited
  return verb === 'deleted' ? words.tripDeleted : words.tripRestored
}

/** 'Milk, Eggs, Bread…' */
const firstNames = (names: string[]) =>
  names.slice(0, NAMED).map(cut).join(', ') + (names.length > NAMED ? '…' : '')

/** '12 → 24, $ 4.99 → $ 9.98' */
function detailsOf(
  reader: Reader,
  edit: NonNullable<PastChange['edit']>,
  category: PastChange['category'],
): string {
  const { before, after, unit } = edit
  const words = wordsOf(reader, history)
  const currency = currencyOf(edit.priceCurrency)
  const amountOf = ({ quantityMilli = 0, unit: its = unit }: State) =>
    measure(reader, { quantityMilli, unit: its })
  const isOtherUnit = before.quantityMilli === undefined && after.unit !== undefined
  const parts = [
    before.name && words.was({ name: before.name }),
    before.quantityMilli !== undefined && `${amountOf(before)} → ${amountOf(after)}`,
    isOtherUnit && words.nowIn({ unit: after.unit ? unitName(reader, after.unit) : words.pieces }),
    before.priceCents !== undefined &&
      `${money(reader, before.priceCents, currency)} → ${money(reader, after.priceCents ?? 0, currency)}`,
    after.priceFor !== undefined && (after.priceFor === 'all' ? words.forAll : words.forOne),
    after.note ? words.note({ note: after.note }) : before.note && words.noNote({ note: before.note }),
    category && words.nowUnder({ category: wordsOf(reader, categories)[category] }),
  ]
  return parts.filter(Boolean).join(', ')
}
