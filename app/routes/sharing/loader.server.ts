import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { isOwnerless, listFor } from '#app/domain/access/access.ts'
import { hasRight } from '#app/domain/access/rights.ts'
import { newId } from '#app/domain/ids.ts'
import { OFFER_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { invitesOf } from '#app/domain/sharing/invites.ts'
import { linksOf } from '#app/domain/sharing/links.ts'
import { peopleIn } from '#app/domain/sharing/people.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { date } from '#app/words/format.ts'
import { shownUrl, withoutToken } from './shownUrl.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const { searchParams, origin } = new URL(request.url)
  const listId = searchParams.get('listID')
  if (!listId) throw redirect('/', 303)
  const user = await requireUser(context, request)
  const list = await listFor(services.db, user, listId, 'seeAll')
  const { id, name, revision, offeredTo, offeredAt } = list
  const people = await peopleIn(services.db, list)
  const offered = people.find((person) => person.id === offeredTo)
  return {
    user: { id: user.id },
    list: { id, name, revision, hasOwner: !isOwnerless(list) },
    people,
    offer: offered && {
      to: offered.id,
      name: offered.name,
      until: date(context.reader, (offeredAt ?? 0) + OFFER_LIFETIME),
    },
    owner: await ownersView(),
  }

  async function ownersView() {
    if (!hasRight(list.role, 'own')) return undefined
    const links = await linksOf(services, user, list.id)
    // Those to all lists are on the page of the household.
    const invites = (await invitesOf(services, user, list.id)).filter(({ allLists }) => !allLists)
    return {
      nextId: newId(),
      // The latest first: it appears below the button that creates it.
      links: links.map(withoutToken).reverse(),
      invites: invites.map(withoutToken).reverse(),
      shown: shownUrl(origin, searchParams.get('show'), links, invites),
    }
  }
}

export type OwnersView = NonNullable<Awaited<ReturnType<typeof loader>>['owner']>
