import type { LoaderFunctionArgs } from '@remix-run/node'
import { hasRight } from '#app/domain/access/rights.ts'
import { newId } from '#app/domain/ids.ts'
import { toDecimal } from '#app/domain/items/amounts.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { latestTripsOf } from '#app/domain/trips/latest.ts'
import { photoOfTrip } from '#app/domain/trips/photos.ts'
import type { Trip, TripLine } from '#app/domain/trips/tripRows.ts'
import { linesOf, tripFor } from '#app/domain/trips/trips.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { queuePage } from '#app/http/out/queuePage.ts'
import { listPath, receiptPath, spendingPath } from '#app/protocol/paths.ts'
import { measure, pricePer } from '#app/words/amounts.ts'
import { spending } from '#app/words/en/spending.ts'
import { spendingLabels } from '#app/words/en/spendingLabels.ts'
import { calendarDay, money, today } from '#app/words/format.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { tripSum } from '#app/words/tripName.ts'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const { reader } = context
  await queuePage(context, user)
  const { trip, list } = await tripFor(services, user, params.id)
  const photo = await photoOfTrip(services, trip.id)
  const lines = await linesOf(services, trip)
  const words = wordsOf(reader, spending)
  const labels = wordsOf(reader, spendingLabels)
  const currency = currencyOf(trip.currency)
  const estimate = money(reader, trip.estimateMinor, currency)
  const listName = list?.name ?? trip.listName
  const title = trip.store || listName || labels.purchase
  const mayEdit = list === undefined || hasRight(list.role, 'editAll')
  return {
    userId: user.id,
    labels: { ...labels, paidIn: words.paidIn(currency) },
    trip: { id: trip.id, updatedAt: trip.updatedAt },
    title,
    day: calendarDay(reader, trip.boughtOn),
    list: list && { id: list.id, name: list.name, to: listPath(list.id) },
    listName,
    back: spendingPath({ year: trip.boughtOn.slice(0, 4) }),
    mayEdit,
    values: valuesOf(reader, trip),
    sum: trip.paidMinor === null ? tripSum(reader, trip) : words.paid({ sum: tripSum(reader, trip) }),
    estimate: lines.length > 0 ? estimate : undefined,
    hint: lines.length > 0 ? words.addUpTo({ sum: estimate }) : words.emptyIfUnknown,
    lines: lines.map((line) => lineText(reader, line, trip)),
    addAgain: list && mayEdit && lines.length > 0 ? words.addAgain({ n: lines.length }) : undefined,
    photo: photo && {
      src: receiptPath(trip.id, photo.id),
      width: photo.width,
      height: photo.height,
      alt: words.photoOf({ trip: title }),
    },
    stores: list ? (await latestTripsOf(services, list)).stores : [],
    today: today(reader),
    nextId: newId(),
  }
}

/** As the form shows them. */
function valuesOf({ formats }: Reader, { paidMinor, store, boughtOn, currency }: Trip) {
  const { decimals } = currencyOf(currency)
  const paid = paidMinor === null ? '' : toDecimal(paidMinor, decimals).replace('.', formats.decimal)
  return { paid, store, boughtOn }
}

function lineText(reader: Reader, line: TripLine, trip: Trip) {
  const { name, unit, quantityMilli, priceMinor, priceFor, amountMinor, priceGuessed } = line
  const currency = currencyOf(trip.currency)
  const isOne = quantityMilli === 1000 && unit === ''
  const price = priceMinor > 0 && priceFor === 'one' && !isOne
  return {
    name,
    amount: [
      isOne ? '' : measure(reader, { quantityMilli, unit }),
      price ? pricePer(reader, unit, money(reader, priceMinor, currency)) : '',
    ]
      .filter(Boolean)
      .join(' × '),
    cost: amountMinor > 0 ? money(reader, amountMinor, currency) : '',
    isGuess: priceGuessed && amountMinor > 0,
  }
}

export type TripData = Awaited<ReturnType<typeof loader>>
