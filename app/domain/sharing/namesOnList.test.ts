import { expect, test } from 'vitest'
import { listFor, type User } from '#app/domain/access/access.ts'
import { addList } from '#app/domain/lists/lists.ts'
import type { Services } from '#app/services.ts'
import { addUser, CALLER, testServices } from '#tests/support/services.ts'
import { acceptInvite, createInvite } from './invites.ts'
import { createLink, revokeLink } from './links.ts'
import { namesOnList } from './namesOnList.ts'

async function setUp() {
  const services = await testServices()
  const ada = await addUser(services)
  const ben = await addUser(services, 'Ben')
  const list = await addList(services, ada, { name: 'Market' })
  return { services, ada, ben, list }
}

async function namesFor(services: Services, user: User, listId: string) {
  const names = await namesOnList(services, await listFor(services.db, user, listId, 'see'))
  return names && [...names.values()].sort()
}

test('a list that its owner has alone needs no names', async () => {
  const { services, ada, list } = await setUp()
  expect(await namesFor(services, ada, list.id)).toBeUndefined()
})

test('members and the owner get the names of all', async () => {
  const { services, ada, ben, list } = await setUp()
  const { token } = await createInvite(services, ada, list.id, { role: 'viewer' }, { caller: CALLER })
  await acceptInvite(services, ben, token, CALLER)
  expect(await namesFor(services, ada, list.id)).toEqual(['Ada', 'Ben'])
  expect(await namesFor(services, ben, list.id)).toEqual(['Ada', 'Ben'])
})

test('a list with a link is shared as long as the link works', async () => {
  const { services, ada, list } = await setUp()
  const input = { role: 'editor' as const, expires: undefined, label: '' }
  const { id } = await createLink(services, ada, list.id, input, { caller: CALLER })
  expect(await namesFor(services, ada, list.id)).toEqual(['Ada'])
  await revokeLink(services, ada, list.id, id, CALLER)
  expect(await namesFor(services, ada, list.id)).toBeUndefined()
})
