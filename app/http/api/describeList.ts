import type { z } from 'zod/v4'
import type { List as StoredList } from '#app/domain/access/access.ts'
import type { User } from '#app/domain/access/actors.ts'
import { DomainError } from '#app/domain/errors.ts'
import { peopleOfLists } from '#app/domain/sharing/people.ts'
import type { Services } from '#app/services.ts'
import { listResource } from './resources.ts'
import type { List } from './shapes.ts'

interface Context {
  services: Services
  user: User
  origin: string
}

export async function describeList(
  { services, user, origin }: Context,
  list: Pick<StoredList, 'id' | 'name' | 'createdAt' | 'createdBy'>,
  receipt?: { id: string },
): Promise<z.infer<typeof List>> {
  const { id, name } = user
  const found = (await peopleOfLists(services, [list.id])).get(list.id)
  // A repeated request gets the list it created, even if that was deleted for good in the meantime.
  const people = found ?? [{ id, name, role: 'owner' as const }]
  const role = people.find((person) => person.id === id)?.role
  if (!role) throw new DomainError('list-not-found')
  return listResource(list, { receipt, people, role, origin })
}
