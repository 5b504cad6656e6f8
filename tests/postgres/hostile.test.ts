import { expect, test } from 'vitest'
import { createToken } from '#app/domain/accounts/apiTokens.ts'
import { startSession } from '#app/domain/accounts/sessions.ts'
import { addItem } from '#app/domain/items/items.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { createLink } from '#app/domain/sharing/links.ts'
import { sendHostile } from '../hostile/exchange.ts'
import { addUser, CALLER, testServices } from '../support/services.ts'
import { size } from '../support/size.ts'
import { testLarder } from '../support/testLarder.ts'

const COUNT = size('HOSTILE_REQUESTS', { short: 300, full: 2_000 })
const SEED = Number(process.env.HOSTILE_SEED ?? 2)

test(`${COUNT} malformed requests (seed ${SEED}) cause no server errors on PostgreSQL`, {
  timeout: 60_000 + COUNT * 60,
}, async () => {
  const services = await testServices()
  const { DATABASE_URL } = services.config
  const { larder } = await testLarder({
    DATABASE_URL,
    BASE_URL: 'http://localhost:3000',
    LOG_LEVEL: 'warn',
  })
  async function addTestUser() {
    const user = await addUser(services)
    const cookie = await services.write((tx) => startSession(tx, user.id))
    const token = await createToken(services, user, { name: 'script' }, CALLER)
    const list = await addList(services, user, { name: 'Market' })
    const milk = {
      listId: list.id,
      name: 'Milk',
      quantity: 1000,
      price: '0',
      completed: false,
      at: undefined,
    }
    const item = await addItem(services, user, milk)
    const sent = { role: 'editor' as const, expires: undefined, label: '' }
    const link = (await createLink(services, user, list.id, sent, { caller: CALLER })).token ?? ''
    return { id: user.id, cookie, token, listId: list.id, itemId: item.id, link }
  }
  const port = Number(new URL(larder.url).port)
  const { statuses, problems } = await sendHostile({
    port,
    seed: SEED,
    first: 0,
    last: COUNT,
    addUser: addTestUser,
  })
  expect(problems).toEqual([])
  // Enough of them get further than being refused.
  const accepted = [...statuses].filter(([status]) => /^[23]/.test(status)).map(([, count]) => count)
  expect(accepted.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(COUNT / 20)
  expect((await fetch(`${larder.url}/readyz`)).status).toBe(200)
  expect(larder.output()).not.toMatch(/"level":"(?:error|fatal)"/)
})
