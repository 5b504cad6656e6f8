import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { User } from '#app/domain/access/access.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { addItem, setCompleted } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { MINUTE } from '#app/domain/time.ts'
import type { Services } from '#app/services.ts'
import { aisles, items, lists, receipts, tripItems, trips } from '#db/schema.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { onPostgres, size } from '#tests/support/size.ts'
import { finish } from './finish.ts'
import { correctTrip } from './trips.ts'

const RUNS = size('FINISH_RUNS', onPostgres ? { short: 5, full: 30 } : { short: 25, full: 500 })
const TODAY = '2026-11-29'

const thing = fc.record({
  name: fc.constantFrom('Milk', 'Bread', 'Apples', 'Crème fraîche', '🥑'),
  quantity: fc.integer({ min: 1, max: 5_000 }),
  price: fc.integer({ min: 0, max: 20_000 }),
  priceFor: fc.constantFrom('one' as const, 'all' as const),
  isTicked: fc.boolean(),
  minutesAgo: fc.integer({ min: 0, max: 60 }),
  isNamed: fc.boolean(),
  corrected: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }),
})

const scene = fc.record({
  things: fc.array(thing, { maxLength: 12 }),
  namesThem: fc.boolean(),
  hasReceipt: fc.boolean(),
  hasOrder: fc.boolean(),
  paid: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined }),
  isCorrected: fc.boolean(),
})
type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never

async function arrange(services: Services, ada: User, { things, hasReceipt, hasOrder }: Scene) {
  const list = await addList(services, ada, { name: 'Groceries' })
  const ids: string[] = []
  for (const { name, quantity, price, priceFor, isTicked, minutesAgo } of things) {
    const at = Date.now() - 120 * MINUTE
    const typed = { name, quantity, price, priceFor, completed: false, listId: list.id, at }
    const added = await addItem(services, ada, typed)
    ids.push(added.id)
    if (isTicked)
      await setCompleted(services, ada, {
        id: added.id,
        completed: true,
        at: Date.now() - minutesAgo * MINUTE,
      })
  }
  if (hasOrder) {
    const known = { listId: list.id, category: 'dairy', position: 0.25, trips: 3, pinned: false }
    await services.write((tx) => tx.insert(aisles).values(known).run())
  }
  if (hasReceipt) {
    const image = { contentType: 'image/webp', bytes: 100, width: 1, height: 1 }
    const row = { id: newId(), listId: list.id, storageKey: newId(), createdAt: 1, ...image }
    await services.write((tx) => tx.insert(receipts).values(row).run())
  }
  return { listId: list.id, ids }
}

/** What people see of it; editing again changes when a row was edited. */
async function snapshot({ db }: Services, listId: string) {
  const rows = await db.select().from(items).where(eq(items.listId, listId)).orderBy(items.id).all()
  const [list] = await db.select().from(lists).where(eq(lists.id, listId)).all()
  const photos = await db.select().from(receipts).where(eq(receipts.listId, listId)).all()
  const order = await db.select().from(aisles).where(eq(aisles.listId, listId)).orderBy(aisles.category).all()
  const { revision: _, historyBytes: __, changedAt: ___, ...kept } = list ?? { revision: 0 }
  return { rows: rows.map(({ updatedAt: _, ...row }) => row), list: kept, photos, order }
}

test('a finished trip has each ticked row once, and undone, all is as before', {
  timeout: 180_000,
}, async () => {
  const services = await testServices()
  const ada = await addUser(services)
  await fc.assert(
    fc.asyncProperty(scene, async (scene) => {
      const { listId, ids } = await arrange(services, ada, scene)
      const before = await snapshot(services, listId)
      const going = scene.things.flatMap(({ isTicked, isNamed }, at) =>
        isTicked && (isNamed || !scene.namesThem) ? [ids[at] ?? ''] : [],
      )
      const named = scene.things.flatMap(({ isNamed }, at) => (isNamed ? [ids[at] ?? ''] : []))
      const corrections = new Map(
        scene.things.flatMap(({ corrected }, at) =>
          corrected === undefined ? [] : [[ids[at] ?? '', { priceCents: corrected }] as const],
        ),
      )
      const input = { ...(scene.namesThem && { items: named }), paid: scene.paid, today: TODAY, corrections }
      const finishing = finish(services, ada, listId, input)
      if (going.length === 0) {
        await expect(finishing).rejects.toThrow('nothing-to-finish')
        expect(await snapshot(services, listId)).toEqual(before)
        return
      }
      const { trip, change } = await finishing
      const left = await snapshot(services, listId)
      expect(left.rows.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)).toEqual(
        [...ids].sort().filter((id) => !going.includes(id)),
      )
      expect(left.photos).toEqual([])
      const { db } = services
      const lines = await db.select().from(tripItems).where(eq(tripItems.tripId, trip.id)).all()
      expect(lines).toHaveLength(going.length)
      expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(trip.estimateMinor)
      if (scene.isCorrected)
        await correctTrip(services, ada, trip.id, { paid: 4200, store: 'Lidl', today: TODAY })

      const { of, restored } = await undoChange(services, ada, change ?? '')
      expect(restored).toBe(of)
      expect(await snapshot(services, listId)).toEqual(before)
      const [undone] = await db.select().from(trips).where(eq(trips.id, trip.id)).all()
      expect(undone?.deletedAt).toBe(0)
    }),
    { numRuns: RUNS },
  )
})
