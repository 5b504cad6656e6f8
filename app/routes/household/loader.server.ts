import type { LoaderFunctionArgs } from '@remix-run/node'
import type { SharedRole } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { latestOwnList } from '#app/domain/lists/ownLists.ts'
import { companionsOf, sharersWith } from '#app/domain/sharing/companions.ts'
import { invitesToAllLists } from '#app/domain/sharing/invites.ts'
import { peopleOnSharedLists } from '#app/domain/sharing/people.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { shownUrl, withoutToken } from '#app/routes/sharing/shownUrl.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const { searchParams, origin } = new URL(request.url)
  const invites = await invitesToAllLists(services, user)
  const companions = await companionsOf(services, user)
  const sharers = await sharersWith(services, user)
  const people = bothWays(companions.filter(hasAccepted), sharers.filter(hasAccepted))
  const asked = new Set(companions.filter((person) => !hasAccepted(person)).map(({ id }) => id))
  const isIn = new Set(people.map(({ id }) => id))
  const onSharedLists = await peopleOnSharedLists(services.db, user)
  const others = [...companions, ...onSharedLists]
  const ownList = await latestOwnList(services, user)
  return {
    userId: user.id,
    people: people.map((person) => ({ ...person, isAsked: asked.has(person.id) })),
    // Asked first, each once.
    others: [...new Map(others.map(({ id, name }) => [id, name]))]
      .filter(([id]) => !isIn.has(id))
      .map(([id, name]) => ({ id, name, isAsked: asked.has(id) })),
    // The latest first: it appears below the button that creates it.
    invites: invites.map(withoutToken).reverse(),
    shown: shownUrl(origin, searchParams.get('show'), [], invites),
    hasLists: ownList !== undefined,
    watched: [...new Set([...invites, ...onSharedLists, { listId: ownList }].map(({ listId }) => listId))]
      .filter((id) => id !== undefined)
      .join(),
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

const hasAccepted = ({ accepted }: { accepted: boolean }) => accepted

function bothWays(companions: Sharer[], sharers: Sharer[]): Companion[] {
  const people = new Map<string, Companion>(companions.map(({ id, name, role }) => [id, { id, name, role }]))
  for (const { id, name, role } of sharers)
    people.set(id, { ...people.get(id), id, name, roleOnTheirs: role })
  return [...people.values()]
}
