import type { LoaderFunctionArgs } from '@remix-run/node'
import { newId } from '#app/domain/ids.ts'
import { latestOwnList } from '#app/domain/lists/ownLists.ts'
import { householdOf, sharersWith } from '#app/domain/sharing/companions.ts'
import { householdInvitesOf } from '#app/domain/sharing/invites.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { shownUrl, withoutToken } from '#app/routes/sharing/shownUrl.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const { searchParams, origin } = new URL(request.url)
  const invites = await householdInvitesOf(services, user)
  const sharers = await sharersWith(services, user)
  return {
    userId: user.id,
    companions: await householdOf(services, user),
    sharers: sharers.filter(({ accepted }) => accepted),
    // The latest first: it appears below the button that creates it.
    invites: invites.map(withoutToken).reverse(),
    shown: shownUrl(origin, searchParams.get('show'), [], invites),
    hasLists: (await latestOwnList(services, user)) !== undefined,
    nextId: newId(),
  }
}
