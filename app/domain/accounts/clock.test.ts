import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { listFor } from '#app/domain/access/access.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { addItem, itemsOf, setCompleted } from '#app/domain/items/items.ts'
import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { DAY } from '#app/domain/time.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { consume } from './attempts.ts'
import { createMemoryLimiter } from './memoryLimiter.ts'
import { startSession, userOfSession } from './sessions.ts'

// Without a battery, a small computer's clock starts in the past; a wrong time server can set it ahead.

const YEAR = 365 * DAY
const NOON = Date.parse('2026-03-01T12:00:00Z')

function setClock(time: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: time })
}

test('every tick and every new item takes effect, however the clock jumps', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const jumps = fc.array(fc.integer({ min: -YEAR, max: YEAR }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(jumps, async (offsets) => {
      setClock(NOON)
      const list = await addList(services, ada, { name: 'Saturday' })
      const milk = await addItem(services, ada, { listId: list.id, ...AddItem.parse({ name: 'milk' }) })
      for (const [n, offset] of offsets.entries()) {
        setClock(NOON + offset)
        await addItem(services, ada, { listId: list.id, ...AddItem.parse({ name: `item ${n}` }) })
        const completed = n % 2 === 0
        await setCompleted(services, ada, { id: milk.id, completed })
        const rows = await itemsOf(services, ada, list.id)
        expect(rows).toHaveLength(n + 2)
        expect(rows.find(({ id }) => id === milk.id)?.completed).toBe(completed)
      }
      expect((await listFor(services.db, ada, list.id, 'see')).revision).toBe(1 + 2 * offsets.length)
    }),
    { numRuns: 20 },
  )
})

test("setting the clock back doesn't sign anyone out", async () => {
  const services = await testServices()
  const ada = await addUser(services)
  setClock(NOON)
  const cookie = await services.write((tx) => startSession(tx, ada.id))
  setClock(NOON - YEAR)
  expect(await userOfSession(services, cookie)).toMatchObject({ id: ada.id })
})

test("a limit reached while the clock was ahead doesn't last until that date", async () => {
  const services = await testServices()
  const attempt = () => consume(services, [RATE_LIMITS.failuresByAddress, '192.0.2.1'])
  setClock(NOON + YEAR)
  for (let n = 0; n < RATE_LIMITS.failuresByAddress.max; n += 1) await attempt()
  await expect(attempt()).rejects.toMatchObject({ code: 'too-many-requests' })
  setClock(NOON)
  for (let n = 0; n < RATE_LIMITS.failuresByAddress.max; n += 1) await attempt()
  await expect(attempt()).rejects.toMatchObject({ code: 'too-many-requests' })

  const limiter = createMemoryLimiter({ name: 'reads', max: 1, window: 60_000 })
  limiter.consume('ada', NOON + YEAR)
  limiter.consume('ada', NOON)
  expect(() => limiter.consume('ada', NOON + 1)).toThrow()
})
