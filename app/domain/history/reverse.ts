import { scalePrice } from '#app/domain/items/amounts.ts'
import { MAX_PRICE_CENTS, MAX_QUANTITY_MILLI } from '#app/domain/limitsAndLifetimes.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { DEFAULT_CURRENCY, withDecimals } from '#app/domain/locale/currency.ts'
import { DAY } from '#app/domain/time.ts'
import { receipts, trips } from '#db/schema.ts'
import type { Change, Effect, State } from './changes.ts'
import type { IsTimeAsLeft, Thing, Things } from './things.ts'

interface Present {
  things: Things
  isTimeAsLeft: IsTimeAsLeft
  now: number
  /** Of the list's currency: all its prices change, those of deleted items, too. */
  isOfCurrency: boolean
}

export function reverseAll(
  { kind }: Change,
  effects: Effect[],
  state: Omit<Present, 'isOfCurrency'>,
): Effect[] {
  const { things } = state
  const present = { ...state, isOfCurrency: setsCurrency(effects) }
  const reversals = effects.map((effect) => reverse(effect, things.get(effect.id), present))
  const possible = reversals.filter((reversal) => reversal !== undefined)
  const isWhole = possible.length === effects.length
  if (present.isOfCurrency && !setsCurrency(possible)) return []
  if (kind === 'finish') return reverseFinish(effects, possible, things)
  if (kind === 'trip') return reverseCorrection(effects, possible, things)
  return kind === 'receipt' && !(isWhole && leavesOneReceipt(possible, things)) ? [] : possible
}

/**
 * All rows come back or none: what is bought is in the list or in the trip. Its photo stays with it if the list has
 * another one by now.
 */
function reverseFinish(effects: Effect[], possible: Effect[], things: Things): Effect[] {
  // Its row may be gone: the trip has had other photos since.
  const isPhoto = ({ before, after }: Effect) =>
    after.tripId !== undefined && (before === null || after.deletedAt === undefined)
  const moved = effects.find(isPhoto)
  const photo = possible.find(({ id }) => id === moved?.id)
  const isWhole = effects.every((effect) => isPhoto(effect) || possible.some(({ id }) => id === effect.id))
  if (!isWhole) return []
  const others = [...things.values()].filter(({ table, tripId }) => table === receipts && tripId === null)
  const stays = photo?.after.tripId === null && others.some(({ deletedAt }) => deletedAt === null)
  const reversals = stays ? possible.filter((effect) => effect !== photo) : possible
  const hasPhoto = stays || (photo === undefined && moved !== undefined)
  return reversals.map((reversal) => {
    const isTrip = things.get(reversal.id)?.table === trips && reversal.after.deletedAt
    // Nothing of it is missing elsewhere: only redo brings it back.
    return isTrip && !hasPhoto ? { ...reversal, after: { deletedAt: 0 } } : reversal
  })
}

/** A trip's photo only comes back in place of the present one. */
function reverseCorrection(effects: Effect[], possible: Effect[], things: Things): Effect[] {
  const isOfTrip = ({ id }: Effect) => things.get(id)?.table === trips
  const photos = possible.filter((effect) => !isOfTrip(effect))
  const isWhole = photos.length === effects.filter((effect) => !isOfTrip(effect)).length
  const present: Things = new Map([...things].filter(([, { tripId, table }]) => table === receipts && tripId))
  return isWhole && leavesOneReceipt(photos, present) ? possible : possible.filter(isOfTrip)
}

/** A list's prices go back with its currency, or not at all. */
const setsCurrency = (effects: Effect[]) => effects.some(({ after }) => after.currency !== undefined)

/** With its prices as a change of the list's currency since then has left them. */
export function inCurrency(code: string, effect: Effect): Effect {
  const { decimals: from } = currencyOf(effect.priceCurrency ?? DEFAULT_CURRENCY)
  const { decimals: to } = currencyOf(code)
  if (from === to) return effect
  const converted = (state: State, price = state.priceCents): State =>
    price === undefined ? state : { ...state, priceCents: withDecimals(price, from, to) }
  const { before, after } = effect
  const isRounded = from > to && (after.priceCents ?? 0) % 100 !== 0
  return {
    ...effect,
    before: before && converted(before),
    // Rounded, it would look like other prices: nobody left it as it is.
    after: isRounded ? { ...after, priceCents: -1 } : converted(after),
  }
}

/** An old receipt only comes back if the present one goes. */
function leavesOneReceipt(reversals: Effect[], things: Things): boolean {
  const restores = reversals.some(({ after }) => after.deletedAt === null)
  const going = new Set(reversals.filter(({ after }) => after.deletedAt).map(({ id }) => id))
  const stays = [...things.values()].some(({ id, deletedAt }) => deletedAt === null && !going.has(id))
  return !(restores && stays)
}

function reverse(effect: Effect, thing: Thing | undefined, present: Present): Effect | undefined {
  const { id, before, after, addedMilli } = effect
  const { now } = present
  // An edit that only moved it to another aisle.
  if (isEmpty(effect)) return { id, before: {}, after: {} }
  if (!thing) return undefined
  if (before === null) return reverseCreation(after, thing, present)
  const isGone = thing.deletedAt !== null && !present.isOfCurrency
  if (isGone && !('deletedAt' in after)) return undefined
  const isTooHigh = (before.priceCents ?? 0) > MAX_PRICE_CENTS
  const from: State = {}
  const to: State = {}
  for (const field of fieldsOf(after)) {
    const isAsLeft = isSame(thing, after, field, present)
    const less = field === 'quantityMilli' && !isAsLeft ? withoutAdded(thing, addedMilli) : undefined
    if (less !== undefined) {
      from.quantityMilli = thing.quantityMilli
      to.quantityMilli = less
      continue
    }
    if (!isAsLeft || (isTooHigh && (field === 'priceCents' || field === 'priceFor'))) continue
    Object.assign(from, { [field]: thing[field] })
    Object.assign(to, { [field]: before[field] })
  }
  // A price for all went along with the quantity, and goes back with it.
  const goesBack = addedMilli !== undefined && 'priceCents' in after && !('priceCents' in to)
  if (goesBack && thing.priceFor === 'all' && to.quantityMilli) {
    const { priceCents = 0, quantityMilli = to.quantityMilli } = thing
    from.priceCents = priceCents
    to.priceCents = scalePrice(priceCents, quantityMilli, to.quantityMilli)
  }
  // Back from the basket, and somebody added more since: it is still needed.
  if (to.completed && 'quantityMilli' in after && !('quantityMilli' in to)) {
    delete from.completed
    delete to.completed
  }
  if (Object.keys(to).length === 0) return undefined
  // Deleted again, it is kept for at least another 29 days.
  if (to.deletedAt && thing.deletedAt === null && to.deletedAt < now - DAY) to.deletedAt = now
  // Later than all ticks so far, so that a late request doesn't tick it again.
  if ('completed' in to) to.completedAt = Math.max(now, (thing.completedAt ?? 0) + 1)
  if ('completed' in from) from.completedAt = thing.completedAt
  const taken = to.quantityMilli === undefined ? undefined : addedMilli
  return { id, before: from, after: to, ...(taken !== undefined && { addedMilli: -taken }) }
}

function withoutAdded({ quantityMilli = 0 }: Thing, addedMilli: number | undefined): number | undefined {
  const less = addedMilli === undefined ? 0 : quantityMilli - addedMilli
  return less > 0 && less <= MAX_QUANTITY_MILLI ? less : undefined
}

function reverseCreation(after: State, thing: Thing, present: Present): Effect | undefined {
  const { id, deletedAt } = thing
  if (deletedAt !== null) return undefined
  const isAsLeft = fieldsOf(after).every((field) => isSame(thing, after, field, present))
  return isAsLeft ? { id, before: { deletedAt }, after: { deletedAt: present.now } } : undefined
}

type Field = keyof State

export const isEmpty = ({ after }: Pick<Effect, 'after'>) => Object.keys(after).length === 0

/** `completedAt` belongs to `completed`: ticking an item again changes it too. */
export const fieldsOf = (state: State) =>
  (Object.keys(state) as Field[]).filter((field) => field !== 'completedAt')

function isSame(thing: Thing, left: State, field: Field, { isTimeAsLeft }: Present): boolean {
  if (field === 'deletedAt') return isTimeAsLeft(thing, left, field)
  if (thing[field] !== left[field]) return false
  return field !== 'completed' || left.completedAt === undefined || isTimeAsLeft(thing, left, 'completedAt')
}
