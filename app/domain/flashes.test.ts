import { expect, test, vi } from 'vitest'
import { flashes } from '#db/schema.ts'
import { testServices } from '#tests/support/services.ts'
import { findFlash, saveFlash } from './flashes.ts'

const FLASH = { message: { kind: 'success', text: 'Item added successfully!' } } as const

test('a flash is kept for the next page', async () => {
  const services = await testServices()
  expect(await findFlash(services, await saveFlash(services, FLASH))).toEqual(FLASH)
})

test("an unknown id shows nothing, so messages can't be forged", async () => {
  expect(
    await findFlash(await testServices(), '{"message":{"kind":"success","text":"You won"}}'),
  ).toBeUndefined()
})

test('an unread flash expires after a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const services = await testServices()
  const id = await saveFlash(services, FLASH)
  vi.setSystemTime(Date.now() + 60_000)
  expect(await findFlash(services, id)).toBeUndefined()
  await saveFlash(services, FLASH)
  vi.setSystemTime(Date.now() + 1)
  await saveFlash(services, FLASH)
  expect(await services.db.select().from(flashes).all()).toHaveLength(2)
})

test('an oversized draft is cut to what the forms need', async () => {
  const services = await testServices()
  const values = Object.fromEntries(
    Array.from({ length: 90 }, (_, n) => [`${n}${'n'.repeat(500)}`, 'x'.repeat(60_000)]),
  )
  const id = await saveFlash(services, { draft: { values: { name: 'Milk', ...values } } })
  const draft = (await findFlash(services, id))?.draft
  expect(draft?.values.name).toBe('Milk')
  expect(JSON.stringify(draft).length).toBeLessThan(25_000)
})
