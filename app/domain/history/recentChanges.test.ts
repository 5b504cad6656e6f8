import { expect, test } from 'vitest'
import { newId } from '#app/domain/ids.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { quickAdd } from '#app/domain/quickAdd/quickAdd.ts'
import { addUser, testServices } from '#tests/support/services.ts'
import { historyOf } from './recentChanges.ts'
import { undoChange } from './undo.ts'

test('a change of several items has their names, also once they are deleted, and a large one has none', async () => {
  const services = await testServices()
  const ada = await addUser(services)
  const list = await addList(services, ada, { name: 'Market' })
  const add = (lines: string) => quickAdd(services, ada, { listId: list.id, id: newId(), lines })
  await add('potatoes, milk, butter')
  await undoChange(services, ada, (await add('tea, jam')).change ?? undefined)
  await add('bread')
  await add(Array.from({ length: 21 }, (_, n) => `thing ${String.fromCharCode(97 + n)}`).join('\n'))
  const { changes } = await historyOf(services, ada, list.id)
  expect(changes.map(({ verb, count, names }) => [verb, count, names])).toEqual([
    ['added', 21, []],
    ['added', 1, []],
    ['deleted', 2, ['tea', 'jam']],
    ['added', 2, ['tea', 'jam']],
    ['added', 3, ['potatoes', 'milk', 'butter']],
    // The list.
    ['added', 1, []],
  ])
})
