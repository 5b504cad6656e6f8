import { count, eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { lists, operations } from '#db/schema.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { purgeItem } from './history/trash.ts'
import { undoOperation } from './history/undo.ts'
import { newId } from './ids.ts'
import { AddItem } from './inputs.ts'
import { deleteItem } from './items/deleteItems.ts'
import { addItem, setCompleted } from './items/items.ts'
import { addOperationBytes } from './keptOperations.ts'
import { MAX_OPERATION_BYTES_PER_LIST } from './limitsAndLifetimes.ts'
import { addList } from './lists/lists.ts'
import { quickAdd } from './quickAdd/quickAdd.ts'
import { storedBy } from './receipts/storageBudget.ts'
import { sweepDeleted } from './sweeps/sweeps.ts'
import { DAY } from './time.ts'
import { answeredOp, outboxOp } from './write.ts'

async function setUp(storage = 'off') {
  const services = await testServices({ STORAGE_PER_ACCOUNT: storage })
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const counted = async () =>
    (await services.db.select().from(lists).where(eq(lists.id, list.id)).get())?.operationBytes
  const stored = async () => {
    const rows = await services.db
      .select({
        n: count(),
        answers: sql`coalesce(sum(octet_length(${operations.answer})), 0)`.mapWith(Number),
      })
      .from(operations)
      .where(eq(operations.listId, list.id))
      .all()
    return (rows[0]?.n ?? 0) * 300 + (rows[0]?.answers ?? 0)
  }
  return { services, ada, list, counted, stored }
}

const LINES = Array.from(
  { length: 100 },
  (_, at) => `${'Ingredient with a long name '.repeat(5)} ${at}`,
).join('\n')

test('what is remembered of operations counts towards the storage of the list’s owner', async () => {
  const { services, ada, list, counted, stored } = await setUp()
  const id = newId()
  const milk = { listId: list.id, ...AddItem.parse({ name: 'Milk', id }) }
  await addItem(services, ada, milk, outboxOp(newId()))
  await setCompleted(services, ada, { id, completed: true }, outboxOp(newId()))
  await setCompleted(services, ada, { id, completed: true }, outboxOp(newId()))
  await quickAdd(
    services,
    ada,
    { listId: list.id, lines: LINES },
    answeredOp(services, ada, ['POST', 'k'], LINES),
  )
  await undoOperation(services, ada, { op: newId(), listId: list.id })
  expect(await counted()).toBe(await stored())
  expect(await counted()).toBeGreaterThan(20_000)
  const before = await storedBy(services.db, ada.id)
  await setCompleted(services, ada, { id, completed: false }, outboxOp(newId()))
  expect(await storedBy(services.db, ada.id)).toBe(before + 300)
})

test('once the account is full of them, nothing more is added', async () => {
  const { services, ada, list } = await setUp('1MB')
  const raise = (n: number) =>
    quickAdd(
      services,
      ada,
      { listId: list.id, lines: LINES },
      answeredOp(services, ada, ['POST', `${n}`], LINES),
    )
  const addMore = () => addItem(services, ada, { listId: list.id, ...AddItem.parse({ name: 'Milk' }) })
  const full = { code: 'storage-limit-reached' }
  for (let n = 0; n < 60; n += 1) await raise(n)
  await expect(addMore()).rejects.toMatchObject(full)
  await sweepDeleted(services)
  expect(await storedBy(services.db, ada.id)).toBeLessThanOrEqual(1_000_000)
})

test('a list remembers up to 16 MB of operations: the oldest go first', async () => {
  const { services, ada, list, counted, stored } = await setUp()
  const [first, second, third] = [newId(), newId(), newId()]
  const id = newId()
  await addItem(services, ada, { listId: list.id, ...AddItem.parse({ name: 'Milk', id }) }, outboxOp(first))
  const tick = (completed: boolean, op: string) =>
    setCompleted(services, ada, { id, completed }, outboxOp(op))
  await tick(true, second)
  await services.write((tx) => addOperationBytes(tx, list.id, MAX_OPERATION_BYTES_PER_LIST - 600))
  await tick(false, third)
  expect(await counted()).toBeLessThanOrEqual(MAX_OPERATION_BYTES_PER_LIST)
  expect(await stored()).toBe(0)
})

test('deleted answers and swept operations are no longer counted', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { services, ada, list, counted, stored } = await setUp()
  const id = newId()
  const milk = { listId: list.id, ...AddItem.parse({ name: 'Milk', id }) }
  await addItem(services, ada, milk, answeredOp(services, ada, ['POST', 'k'], milk))
  expect(await counted()).toBeGreaterThan(400)
  await deleteItem(services, ada, id)
  await purgeItem(services, ada, id)
  expect(await counted()).toBe(300)
  expect(await counted()).toBe(await stored())
  vi.advanceTimersByTime(31 * DAY)
  await sweepDeleted(services)
  expect(await counted()).toBe(0)
})
