import { and, inArray, sql } from 'drizzle-orm'
import { listFor, type User } from '#app/domain/access/access.ts'
import type { Services } from '#app/services.ts'
import { live } from '#db/database.ts'
import { lists, trips } from '#db/schema.ts'
import type { ShownSpending } from './inputs.ts'
import { monthOf, type SumsOf, sumsBy } from './spending.ts'
import { tripsAskedFor } from './trips.ts'

interface Asked extends Pick<ShownSpending, 'year' | 'month' | 'store'> {
  listID: string | undefined
  /** For somebody without trips. */
  today: string
}

export interface SpentList {
  name: string
  /** Unless it is gone. */
  id: string | undefined
}

export interface Spent {
  list: { id: string; name: string } | undefined
  year: string
  /** All that have trips, the latest first. */
  years: string[]
  totals: SumsOf[]
  months: SumsOf[]
  stores: SumsOf[]
  lists: SumsOf[]
  /** By what its sums are `of`. */
  listOf: Map<string, SpentList>
  /** What the trips and the CSV are of. */
  period: { listID: string | undefined; from: string; to: string; store: string | undefined }
}

/** What a year cost. Its months are of the store, the rest is of the store and the month. */
export async function spentIn(services: Services, user: User, asked: Asked): Promise<Spent> {
  const { listID, month, store } = asked
  const list = listID === undefined ? undefined : await listFor(services.db, user, listID, 'seeAll')
  const years = await yearsOf(services, user, listID)
  const year = month?.slice(0, 4) ?? asked.year ?? years[0] ?? asked.today.slice(0, 4)
  const ofYear = await rowsOf(services, user, listID, year)
  const ofStore = store === undefined ? ofYear : ofYear.filter((row) => row.store === store)
  const shown = month === undefined ? ofStore : ofStore.filter((row) => monthOf(row) === month)
  return {
    list: list && { id: list.id, name: list.name },
    year,
    years,
    totals: sumsBy(shown, () => '').sort((a, b) => b.trips - a.trips),
    months: sumsBy(ofStore, monthOf),
    stores: sumsBy(shown, (row) => row.store),
    lists: sumsBy(shown, keyOf),
    listOf: await listsIn(services, shown),
    period: { listID, ...daysOf(month ?? year), store },
  }
}

/** Of a year, or of a month in it. Texts are compared, so that each month may have 31 days. */
const daysOf = (period: string) =>
  period.length === 4
    ? { from: `${period}-01-01`, to: `${period}-12-31` }
    : { from: `${period}-01`, to: `${period}-31` }

async function yearsOf({ db }: Services, user: User, listID: string | undefined): Promise<string[]> {
  const year = sql<string>`substr(${trips.boughtOn}, 1, 4)`
  const rows = await db
    .selectDistinct({ year })
    .from(trips)
    .where(await tripsAskedFor({ db }, user, { listID }))
    .all()
  return rows
    .map((row) => row.year)
    .sort()
    .reverse()
}

/** Only what sums need: a year can have thousands. */
async function rowsOf({ db }: Services, user: User, listID: string | undefined, year: string) {
  return db
    .select({
      boughtOn: trips.boughtOn,
      store: trips.store,
      listId: trips.listId,
      listName: trips.listName,
      currency: trips.currency,
      paidMinor: trips.paidMinor,
      estimateMinor: trips.estimateMinor,
    })
    .from(trips)
    .where(await tripsAskedFor({ db }, user, { listID, ...daysOf(year) }))
    .all()
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const keyOf = ({ listId, listName }: Row) => listId ?? `gone ${listName}`

/** As they are called now. */
async function listsIn({ db }: Services, rows: Row[]): Promise<Map<string, SpentList>> {
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  const ids = [...found.values()].flatMap(({ listId }) => listId ?? [])
  const present = await db
    .select({ id: lists.id, name: lists.name })
    .from(lists)
    .where(and(inArray(lists.id, ids), live(lists)))
    .all()
  const gone = [...found].map(([key, { listName }]) => [key, { name: listName, id: undefined }] as const)
  return new Map<string, SpentList>([...gone, ...present.map((list) => [list.id, list] as const)])
}
