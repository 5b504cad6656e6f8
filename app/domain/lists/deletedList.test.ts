import { expect, test, vi } from 'vitest'
import { undoChange } from '#app/domain/history/undo.ts'
import { newId } from '#app/domain/ids.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { addMember } from '#app/domain/sharing/people.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { deletedList } from './deletedList.ts'
import { addList, deleteList } from './lists.ts'
import { listsOf } from './ownLists.ts'

async function setUp() {
  const services = await testServices()
  const [ben, ada, eve] = [await addUser(services), await addUser(services), await addUser(services)]
  const { id } = await addList(services, ben, { name: 'Market' })
  const editor = { userId: ada.id, role: 'editor', addedBy: ben.id } as const
  await services.write((tx) => addMember(tx, id, editor))
  return { services, ben, ada, eve, id }
}

test('the owner of a deleted list gets it back with the change, for as long as it is kept', async () => {
  const { services, ben, id } = await setUp()
  await deleteList(services, ben, id)
  const gone = await deletedList(services, ben, id)
  expect(gone).toMatchObject({ name: 'Market', by: undefined })
  vi.useFakeTimers({ now: Date.now() + KEEP_DELETED_FOR + 1, toFake: ['Date'] })
  expect((await deletedList(services, ben, id))?.change).toBeUndefined()
  vi.useRealTimers()
  await undoChange(services, ben, gone?.change)
  expect((await listsOf(services, ben)).map(({ name }) => name)).toEqual(['Market'])
})

test('others who were on it learn who deleted it, and nobody else learns anything', async () => {
  const { services, ben, ada, eve, id } = await setUp()
  expect(await deletedList(services, ada, id)).toBeUndefined()
  await deleteList(services, ben, id)
  expect(await deletedList(services, ada, id)).toEqual({ name: 'Market', by: ben.name, change: undefined })
  expect(await deletedList(services, eve, id)).toBeUndefined()
  expect(await deletedList(services, ada, newId())).toBeUndefined()
})
