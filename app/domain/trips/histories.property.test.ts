import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { moveAisle, resetAisles } from '#app/domain/aisles/aisles.ts'
import { CATEGORIES } from '#app/domain/aisles/categories.ts'
import { DomainError } from '#app/domain/errors.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { toDecimal } from '#app/domain/items/amounts.ts'
import { addItem } from '#app/domain/items/items.ts'
import { currencyOfList, editList } from '#app/domain/lists/editList.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { bytesOf, bytesOfEffect, CHANGE_BYTES } from '#app/domain/receipts/bytes.ts'
import type { Services } from '#app/services.ts'
import { live } from '#db/database.ts'
import { changeItems, changes, items, listMembers, lists, receipts, tripItems, trips } from '#db/schema.ts'
import { send, serveApi, sessionHeaders } from '#tests/support/api.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { onPostgres, size } from '#tests/support/size.ts'
import { finish } from './finish.ts'
import { monthOf, type SumsOf, sumsBy } from './spending.ts'
import { spentIn } from './spent.ts'
import type { Trip } from './tripRows.ts'
import { addPurchase, correctTrip, deleteTrip, restoreTrip, tripsOf } from './trips.ts'
import { tripsCsv } from './tripsCsv.ts'

const RUNS = size('TRIP_HISTORIES', onPostgres ? { short: 4, full: 60 } : { short: 40, full: 1_000 })
const TODAY = '2026-11-29'
const CURRENCIES = ['USD', 'EUR', 'JPY'] as const

const currency = fc.constantFrom(...CURRENCIES)
const sum = fc.integer({ min: 0, max: 10_000_000 })
const paid = fc.option(sum, { nil: undefined })
const day = fc.constantFrom('2025-12-31', '2026-09-30', '2026-10-01', '2026-11-29')
const at = fc.nat()
const aisle = fc.constantFrom(...CATEGORIES)
const bought = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 9_999 }),
    price: fc.nat(99_999),
    priceFor: fc.constantFrom('one' as const, 'all' as const),
  }),
  { minLength: 1, maxLength: 3 },
)

/** `at` chooses among the lists, trips and changes that there are. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('finish' as const), at, bought, paid, day }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('buy' as const), at, paid: sum, day, currency }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('correct' as const), at, paid, day }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('delete' as const, 'restore' as const), at }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('undo' as const), at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('currency' as const), at, currency }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('photo' as const), at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('aisle' as const), at, before: aisle, aisle }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('order' as const), at }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** '12.34', or '1234' where there are no cents. */
const typed = (amount: number, currency: string) => toDecimal(amount, currencyOf(currency).decimals)

const liveTrips = ({ db }: Services, owner: User) =>
  db
    .select()
    .from(trips)
    .where(and(eq(trips.ownerId, owner.id), live(trips)))
    .all()

async function play(services: Services, ada: User, listIds: string[], steps: Step[]) {
  const made: string[] = []
  const gone: string[] = []
  const changes: string[] = []
  const pick = (from: string[], at: number) => from[at % Math.max(from.length, 1)] ?? ''

  /** Returns what can be undone. */
  async function take(step: Step): Promise<string | null | undefined> {
    const list = pick(listIds, step.at)
    const trip = pick(made, step.at)
    const input = { boughtOn: 'day' in step ? step.day : undefined, today: TODAY }
    switch (step.does) {
      case 'finish': {
        const currency = await currencyOfList(services.db, list)
        for (const { price, ...item } of step.bought) {
          const row = { name: 'Milk', ...item, price: typed(price, currency), completed: true, listId: list }
          await addItem(services, ada, row)
        }
        const paid = step.paid === undefined ? undefined : typed(step.paid, currency)
        const done = await finish(services, ada, list, { ...input, paid })
        made.push(done.trip.id)
        return done.change
      }
      case 'buy': {
        const { currency } = step
        const done = await addPurchase(services, ada, {
          ...input,
          currency,
          paid: typed(step.paid, currency),
        })
        made.push(done.trip.id)
        return undefined
      }
      case 'correct': {
        const found = (await liveTrips(services, ada)).find(({ id }) => id === trip)
        const paid = step.paid === undefined || !found ? null : typed(step.paid, found.currency)
        return (await correctTrip(services, ada, trip, { ...input, paid })).change
      }
      case 'delete':
        gone.push(trip)
        return (await deleteTrip(services, ada, trip)).change
      case 'restore':
        return (await restoreTrip(services, ada, pick(gone, step.at))).change
      case 'undo':
        return (await undoChange(services, ada, pick(changes, step.at))).change
      case 'aisle':
        return (await moveAisle(services, ada, list, { category: step.aisle, before: step.before })).change
      case 'order':
        return (await resetAisles(services, ada, list)).change
      case 'photo': {
        const photo = { contentType: 'image/webp', bytes: 1_000 + step.at, width: 1, height: 1 }
        const row = { id: newId(), listId: list, storageKey: newId(), createdAt: 1, ...photo }
        await services.write(async (tx) => {
          const before = await tx
            .select()
            .from(receipts)
            .where(and(eq(receipts.listId, list), live(receipts)))
            .get()
          if (before) return
          await tx.insert(receipts).values(row).run()
          const storedBytes = sql`${lists.storedBytes} + ${photo.bytes}`
          await tx.update(lists).set({ storedBytes }).where(eq(lists.id, list)).run()
        })
        return undefined
      }
      case 'currency':
        return (await editList(services, ada, list, { currency: step.currency })).change
    }
  }

  for (const step of steps) {
    // What it is about may be gone, or there is nothing to undo.
    const change = await take(step).catch((error) => {
      if (error instanceof DomainError) return undefined
      throw error
    })
    if (change) changes.push(change)
  }
}

/** The storage of lists and trips is counted as they change. Here it is counted from the rows. */
async function expectBytesToAddUp({ db }: Services, owner: User, rows: Trip[]) {
  for (const list of await db.select().from(lists).where(eq(lists.createdBy, owner.id)).all()) {
    const inList = await db.select().from(items).where(eq(items.listId, list.id)).all()
    const photos = await db.select().from(receipts).where(eq(receipts.listId, list.id)).all()
    const past = await db.select().from(changes).where(eq(changes.listId, list.id)).all()
    const effects = await db
      .select({ before: changeItems.before, after: changeItems.after })
      .from(changeItems)
      .innerJoin(changes, eq(changes.id, changeItems.changeId))
      .where(eq(changes.listId, list.id))
      .all()
    const names = (isLive: boolean) =>
      inList.filter(({ deletedAt }) => (deletedAt === null) === isLive).map(({ name }) => name)
    expect(list).toMatchObject({
      storedBytes: total([bytesOf(list.name, ...names(true)), ...photos.map(({ bytes }) => bytes)]),
      historyBytes: total([
        bytesOf(...names(false)),
        past.length * CHANGE_BYTES,
        ...effects.map(bytesOfEffect),
      ]),
    })
  }
  for (const { id, listName, store, storedBytes } of rows) {
    const lines = await db.select().from(tripItems).where(eq(tripItems.tripId, id)).all()
    const photos = await db.select().from(receipts).where(eq(receipts.tripId, id)).all()
    const texts = bytesOf(listName + store, ...lines.map(({ name }) => name))
    expect(storedBytes).toBe(total([texts, ...photos.map(({ bytes }) => bytes)]))
  }
}

const total = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Written down here once more: by month and currency. */
class Sums {
  private readonly sums = new Map<
    string,
    { paid: bigint; trips: number; unknown: number; estimate: bigint }
  >()

  add(day: string, currency: string, paid: bigint | null, estimate: bigint) {
    const key = `${day.slice(0, 7)} ${currency}`
    const sum = this.sums.get(key) ?? { paid: 0n, trips: 0, unknown: 0, estimate: 0n }
    this.sums.set(key, {
      paid: sum.paid + (paid ?? 0n),
      trips: sum.trips + 1,
      unknown: sum.unknown + (paid === null ? 1 : 0),
      estimate: sum.estimate + (paid === null ? estimate : 0n),
    })
  }

  sorted = () => [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1))
}

const inOrder = (sums: SumsOf[]) =>
  sums
    .map(({ of, currency, ...sum }) => [`${of} ${currency}`, sum] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))

const minor = (decimal: string | number, currency: string) =>
  BigInt(Math.round(Number(decimal) * 10 ** currencyOf(currency).decimals))

function fromCsv(text: string): Sums {
  const sums = new Sums()
  for (const line of text.split('\r\n').slice(1, -1)) {
    const [day = '', , , , paid = '', estimate = '', currency = ''] = line.split(',')
    sums.add(day, currency, paid === '' ? null : minor(paid, currency), minor(estimate, currency))
  }
  return sums
}

interface Month {
  month: string
  currency: string
  paid: number
  trips: number
  unknown: number
  estimate: number
}

async function fromApi(url: string, headers: Record<string, string>) {
  const { body } = await send(`${url}/api/v1/spending`, { headers })
  return (body as { spending: Month[] }).spending
    .map(({ month, currency, paid, estimate, ...counts }) => [
      `${month} ${currency}`,
      { paid: minor(paid, currency), estimate: minor(estimate, currency), ...counts },
    ])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

test('whatever happened, months, trips, CSV and API say the same to the cent, each currency by itself, and each byte counts once', {
  timeout: 600_000,
}, async () => {
  const services = await testServices()
  const url = await serveApi(services)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
      const ada = await addUser(services)
      const ben = await addUser(services, 'Ben')
      const shared = await addList(services, ada, { name: 'Groceries' })
      const own = await addList(services, ada, { name: 'Gifts' })
      const member = { listId: shared.id, userId: ben.id, role: 'viewer' as const, createdAt: 1 }
      await services.write((tx) => tx.insert(listMembers).values(member).run())
      await play(services, ada, [shared.id, own.id], steps)

      const rows = await liveTrips(services, ada)
      for (const { id, estimateMinor } of rows) {
        const lines = await services.db.select().from(tripItems).where(eq(tripItems.tripId, id)).all()
        expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(estimateMinor)
      }
      await expectBytesToAddUp(services, ada, rows)
      for (const reader of [ada, ben]) {
        const expected = new Sums()
        for (const { listId, boughtOn, currency, paidMinor, estimateMinor } of rows) {
          const paid = paidMinor === null ? null : BigInt(paidMinor)
          if (reader === ada || listId === shared.id)
            expected.add(boughtOn, currency, paid, BigInt(estimateMinor))
        }
        const seen = await tripsOf(services, reader, {})
        expect(inOrder(sumsBy(seen, monthOf))).toEqual(expected.sorted())
        const ofYears: SumsOf[] = []
        for (const year of ['2025', '2026']) {
          ofYears.push(...(await spentIn(services, reader, { listID: undefined, year, today: TODAY })).months)
        }
        expect(inOrder(ofYears)).toEqual(expected.sorted())
        expect(fromCsv(tripsCsv(seen)).sorted()).toEqual(expected.sorted())
        expect(await fromApi(url, await sessionHeaders(services, reader))).toEqual(expected.sorted())
      }
    }),
    { numRuns: RUNS },
  )
})
