import type { LoaderFunctionArgs } from '@remix-run/node'
import { newId } from '#app/domain/ids.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { DEFAULT_CURRENCY } from '#app/domain/locale/currency.ts'
import { parse } from '#app/domain/parse.ts'
import { ShownSpending } from '#app/domain/trips/inputs.ts'
import { type Spent, spentIn } from '#app/domain/trips/spent.ts'
import { hasDeletedTrips, type ListedTrip, tripsOf } from '#app/domain/trips/trips.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { queuePage } from '#app/http/out/queuePage.ts'
import { spendingPath, tripPath } from '#app/protocol/paths.ts'
import { spending } from '#app/words/en/spending.ts'
import { spendingLabels } from '#app/words/en/spendingLabels.ts'
import { calendarDay, today } from '#app/words/format.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { tripSum } from '#app/words/tripName.ts'
import { sumsOf } from './sums.server.ts'

const TRIPS_PER_PAGE = 100

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  await queuePage(context, user)
  const { reader } = context
  const { searchParams } = new URL(request.url)
  const { page, month, store, ...chosen } = parse(ShownSpending, Object.fromEntries(searchParams))
  const listID = searchParams.get('listID') ?? undefined
  const now = today(reader)
  const spent = await spentIn(services, user, { ...chosen, month, store, listID, today: now })
  const { list, year, years, period } = spent
  const skip = (page - 1) * TRIPS_PER_PAGE
  const found = await tripsOf(services, user, period, { most: TRIPS_PER_PAGE + 1, skip })
  const asked = { listID, ...(month === undefined ? { year } : { month }), store }
  const words = wordsOf(reader, spending)
  const labels = wordsOf(reader, spendingLabels)
  const monthName = month && (words.months[Number(month.slice(5)) - 1] ?? '')
  const shown = monthName ? words.monthOf({ month: monthName, year }) : year
  const storeName = store === undefined ? undefined : store || labels.withoutStore
  const sums = sumsOf(reader, spent, { listID, month, store })
  const currency = sums[0]?.currency ?? reader.currency ?? DEFAULT_CURRENCY
  return {
    userId: user.id,
    labels: { ...labels, paidIn: words.paidIn(currencyOf(currency)) },
    /** Of a purchase: what they paid with most. */
    currency,
    list,
    title: list ? labels.pastTrips : labels.spending,
    period: shown,
    store: storeName,
    years: years.map((one) => ({
      year: one,
      to: spendingPath({ listID, store, year: one }),
      isShown: one === year,
    })),
    wholeYear: month && { label: words.allOf({ year }), to: spendingPath({ listID, year, store }) },
    allStores: store === undefined ? undefined : spendingPath({ ...asked, store: undefined }),
    none: words.none({ period: [storeName, shown].filter(Boolean).join(', ') }),
    sums,
    trips: found
      .slice(0, TRIPS_PER_PAGE)
      .map((trip) => tripRow(reader, { ...trip, ...nameNow(trip, spent) }, list !== undefined)),
    newer: page > 1 ? spendingPath({ ...asked, page: String(page - 1) }) : undefined,
    older: found.length > TRIPS_PER_PAGE ? spendingPath({ ...asked, page: String(page + 1) }) : undefined,
    csv: spendingPath(asked, '/spending.csv'),
    hasDeleted: await hasDeletedTrips(services, user),
    stores: spent.stores
      .map(({ of }) => of)
      .filter(Boolean)
      .slice(0, 20),
    today: now,
    nextId: newId(),
  }
}

/** A list may have been renamed since. */
const nameNow = ({ listId, listName }: ListedTrip, { listOf }: Spent) => ({
  listName: (listId && listOf.get(listId)?.name) ?? listName,
})

function tripRow(reader: Reader, trip: ListedTrip, isOfList: boolean) {
  const words = wordsOf(reader, spending)
  const labels = wordsOf(reader, spendingLabels)
  const { id, store, listName, boughtOn, itemCount, paidMinor } = trip
  const details = [
    calendarDay(reader, boughtOn),
    itemCount > 0 ? words.items({ n: itemCount }) : '',
    store && !isOfList ? listName : '',
  ]
  return {
    id,
    to: tripPath(id),
    name: store || (isOfList ? labels.withoutStore : listName) || labels.purchase,
    details: details.filter(Boolean).join(' · '),
    sum: tripSum(reader, trip),
    isKnown: paidMinor !== null,
    hasReceipt: trip.receiptId !== null,
  }
}

export type SpendingData = Awaited<ReturnType<typeof loader>>
