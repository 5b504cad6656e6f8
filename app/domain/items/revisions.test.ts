import { beforeEach, expect, test, vi } from 'vitest'
import { deleteAccount } from '#app/domain/accounts/deleteAccount.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { sweepDeleted } from '#app/domain/sweeps/sweeps.ts'
import { listMembers, users } from '#db/schema.ts'
import { itemsText, watchRevisions } from '#tests/support/revisions.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { deleteItem } from './deleteItems.ts'
import { addItem, setCompleted } from './items.ts'

// Writes that no request makes, and those of people who are gone. The others are in tests/access/revisions.test.ts.

const PASSWORD = 'correct horse battery'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

async function setUp() {
  const services = await testServices()
  const [ada, ben] = [await addUser(services, 'Ada'), await addUser(services, 'Ben')]
  const { id: listId } = await addList(services, ada, { name: 'Market' })
  await services.write((tx) =>
    tx.insert(listMembers).values({ listId, userId: ben.id, role: 'editor', createdAt: Date.now() }).run(),
  )
  const add = (name: string) => addItem(services, ben, { listId, ...AddItem.parse({ name }) })
  const [milk, bread] = [await add('Milk'), await add('Bread')]
  const check = watchRevisions(services.db)
  return { services, ada, ben, listId, milk, bread, check, text: () => itemsText(services.db, listId) }
}

test('the sweep of deleted items changes no list', async () => {
  const { services, ada, milk, check, text } = await setUp()
  await deleteItem(services, ada, milk.id)
  await check('a deletion')
  const before = await text()
  await sweepDeleted(services, Date.now() + KEEP_DELETED_FOR + 1)
  await check('the sweep')
  expect(await text()).toBe(before)
})

test('what a deleted account added and ticked stays as it was', async () => {
  const { services, ben, milk, check, text } = await setUp()
  await setCompleted(services, ben, { id: milk.id, completed: true })
  await check('a tick')
  const before = await text()
  const passwordHash = await services.passwords.hash(PASSWORD)
  await services.write((tx) => tx.update(users).set({ passwordHash }).run())
  await deleteAccount(services, ben, { password: PASSWORD }, CALLER)
  await check('a deleted account')
  expect(await text()).toBe(before)
})

test('ticking what somebody else has ticked keeps who ticked it', async () => {
  const { services, ada, ben, milk, check, text } = await setUp()
  await setCompleted(services, ben, { id: milk.id, completed: true })
  await check('a tick')
  const before = await text()
  vi.advanceTimersByTime(5)
  await setCompleted(services, ada, { id: milk.id, completed: true })
  await check('the second tick')
  expect(await text()).toBe(before)
  expect(before).toContain(`"completedBy":"${ben.id}"`)
})
