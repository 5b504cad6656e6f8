import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { addPerson } from '../support/larder.ts'
import { addItems, addList } from '../support/rows.ts'
import { testLarder } from '../support/testLarder.ts'

const ITEMS = 2_000

/** A stopped server's data folder, as a version without a memory left it. */
async function oldData() {
  const { larder, server } = await testLarder()
  const seeded = larder.database.prepare("SELECT value FROM settings WHERE key = 'memories-seeded'").pluck()
  await vi.waitFor(() => expect(seeded.get()).toBe('done'), 20_000)
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  await exited
  const person = addPerson(larder)
  const names = Array.from({ length: ITEMS }, (_, n) => ({ name: `Thing ${n % 10}` }))
  addItems(larder, addList(larder, person, 'Market'), names)
  larder.database.exec("DELETE FROM settings WHERE key = 'memories-seeded'")
  const uses = () => larder.database.prepare('SELECT sum(uses) FROM memories').pluck().get() as number | null
  return { dataDir: larder.dataDir, seeded, uses }
}

test('after an update, memories start with the items there are, however often the server stops', async () => {
  const { dataDir, seeded, uses } = await oldData()
  for (let start = 0; start < 3; start += 1) {
    const { larder, server } = await testLarder({ DATA_DIR: dataDir, LOG_LEVEL: 'info' })
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(larder.output()).toContain('"stopped"')
    expect(larder.output()).not.toMatch(/"level":(?:50|60)/)
    expect(uses() ?? 0).toBeLessThanOrEqual(ITEMS)
  }
  await testLarder({ DATA_DIR: dataDir })
  await vi.waitFor(() => expect(seeded.get()).toBe('done'), 20_000)
  expect(uses()).toBe(ITEMS)
})
