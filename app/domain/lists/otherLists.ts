import type { User } from '#app/domain/access/access.ts'
import { hasRight } from '#app/domain/access/rights.ts'
import type { Services } from '#app/services.ts'
import { listsOf } from './ownLists.ts'

/** The lists where something of this one can go, latest activity first. */
export async function otherLists(services: Services, user: User, listId: string) {
  const found = await listsOf(services, user)
  return found
    .filter(({ id, role }) => id !== listId && hasRight(role, 'editAll'))
    .map(({ id, name }) => ({ id, name }))
}
