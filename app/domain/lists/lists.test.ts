import { expect, test } from 'vitest'
import { listFor } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { AddList } from '#app/domain/inputs.ts'
import { MAX_LISTS_PER_USER } from '#app/domain/limitsAndLifetimes.ts'
import { editList } from '#app/domain/lists/editList.ts'
import { formOp } from '#app/domain/write.ts'
import { lists } from '#db/schema.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { addList, deleteList } from './lists.ts'
import { listsOf } from './ownLists.ts'

const NOT_FOUND = expect.objectContaining({ code: 'list-not-found' })

test('lists are returned only to their owner', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const eve = await addUser(services, 'Eve')
  const first = await addList(services, ada, { name: 'First' })
  const second = await addList(services, ada, { name: 'Second' })
  expect((await listsOf(services, ada)).map((list) => list.id)).toEqual([second.id, first.id])
  expect(await listsOf(services, eve)).toEqual([])
  await expect(deleteList(services, eve, first.id)).rejects.toThrow(NOT_FOUND)
  expect(await listsOf(services, ada)).toHaveLength(2)
})

test.each(['see', 'seeAll', 'edit', 'editAll', 'own'] as const)(
  'owners may %s their list, others may not',
  async (access) => {
    const services = await testServices()
    const ada = await addUser(services)
    const eve = await addUser(services, 'Eve')
    const { id } = await addList(services, ada, { name: 'Market' })
    expect(await listFor(services.db, ada, id, access)).toMatchObject({ id, name: 'Market' })
    await expect(listFor(services.db, eve, id, access)).rejects.toThrow(NOT_FOUND)
    await expect(listFor(services.db, ada, newId(), access)).rejects.toThrow(NOT_FOUND)
    await expect(listFor(services.db, ada, undefined, access)).rejects.toThrow(NOT_FOUND)
  },
)

test('deleting a list hides it and publishes an event', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Short' })
  const published: unknown[] = []
  services.events.onEvent((event) => published.push(event))
  await deleteList(services, ada, list.id)
  expect(published).toEqual([{ type: 'listDeleted', listID: list.id, revision: 1 }])
  await expect(listFor(services.db, ada, list.id, 'see')).rejects.toThrow(NOT_FOUND)
  await expect(deleteList(services, ada, list.id)).rejects.toThrow(NOT_FOUND)
  expect(await listsOf(services, ada)).toEqual([])
})

test("a repeated request creates one list, and another user's list id is replaced by a new one", async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const eve = await addUser(services, 'Eve')
  const id = newId()
  const add = () =>
    addList(services, ada, { id, name: 'Market' }, formOp(services, ada, id, 'list', 'Market'))
  expect(await add()).toEqual(await add())
  expect(await listsOf(services, ada)).toHaveLength(1)
  const hers = await addList(services, eve, { id, name: 'Market' })
  expect(hers.id).not.toBe(id)
  expect((await listFor(services.db, ada, id, 'see')).createdBy).toBe(ada.id)
})

test('an owner can rename a list, within the storage limit; the same name changes nothing', async () => {
  const services = await testServices({ STORAGE_PER_ACCOUNT: '1MB' })
  const ada = await addUser(services)
  const eve = await addUser(services, 'Eve')
  const { id } = await addList(services, ada, { name: 'Market' })
  const published: unknown[] = []
  services.events.onEvent((event) => published.push(event))
  await expect(editList(services, eve, id, { name: 'Mine' })).rejects.toThrow(NOT_FOUND)
  expect((await editList(services, ada, id, { name: 'Market' })).change).toBeNull()
  expect(await editList(services, ada, id, { name: 'Fair' })).toMatchObject({ id, name: 'Fair' })
  expect(published).toEqual([{ type: 'itemEdited', listID: id, revision: 1 }])
  await services.write((tx) => tx.update(lists).set({ storedBytes: 999_990 }).run())
  await expect(editList(services, ada, id, { name: 'x'.repeat(200) })).rejects.toMatchObject({
    code: 'storage-limit-reached',
  })
  expect((await editList(services, ada, id, { name: 'x' })).name).toBe('x')
})

test('a user with the maximum number of lists must delete one first', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  await services.write(async (tx) => {
    for (let index = 0; index < MAX_LISTS_PER_USER; index += 1) {
      await tx.insert(lists).values({ id: newId(), name: 'x', createdBy: ada.id, createdAt: 1 }).run()
    }
  })
  await expect(addList(services, ada, { name: 'One more' })).rejects.toMatchObject({
    code: 'too-many-lists',
    params: { max: 500 },
  })
})

test.each([
  ['', 'list-name-required'],
  [' \n\t ', 'list-name-required'],
  ['x'.repeat(201), 'name-too-long'],
  [undefined, 'list-name-required'],
  [7, 'name-invalid'],
])('the name %j is refused', (name, code) => {
  const parsed = AddList.safeParse({ name })
  expect(parsed.error?.issues[0]?.message).toBe(code)
})

test('a name is one clean line: composed, trimmed, without control characters or broken surrogates', () => {
  expect(AddList.parse({ name: '  Cafe\u0301\u0000\n menu \ud800 ' }).name).toBe('Caf\u00e9 menu \ufffd')
  expect(AddList.parse({ name: '🥑'.repeat(200) }).name).toHaveLength(400)
})
