import type { LoaderFunctionArgs } from '@remix-run/node'
import type { SharedRole } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { latestOwnList } from '#app/domain/lists/ownLists.ts'
import { companionsOf, sharersWith } from '#app/domain/sharing/companions.ts'
import { invitesToAllLists } from '#app/domain/sharing/invites.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { shownUrl, withoutToken } from '#app/routes/sharing/shownUrl.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const { searchParams, origin } = new URL(request.url)
  const invites = await invitesToAllLists(services, user)
  const companions = await companionsOf(services, user)
  const sharers = await sharersWith(services, user)
  return {
    userId: user.id,
    people: bothWays(
      companions,
      sharers.filter(({ accepted }) => accepted),
    ),
    // The latest first: it appears below the button that creates it.
    invites: invites.map(withoutToken).reverse(),
    shown: shownUrl(origin, searchParams.get('show'), [], invites),
    hasLists: (await latestOwnList(services, user)) !== undefined,
    nextId: newId(),
  }
}

export interface Companion {
  id: string
  name: string
  /** On the user's lists. */
  role?: SharedRole
  /** The user's role on theirs. */
  roleOnTheirs?: SharedRole
}

type Sharer = Omit<Companion, 'roleOnTheirs'> & { role: SharedRole }

function bothWays(companions: Sharer[], sharers: Sharer[]): Companion[] {
  const people = new Map<string, Companion>(companions.map((person) => [person.id, person]))
  for (const { id, name, role } of sharers)
    people.set(id, { ...people.get(id), id, name, roleOnTheirs: role })
  return [...people.values()]
}
