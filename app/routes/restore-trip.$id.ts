import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { restoreTrip } from '#app/domain/trips/trips.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { done, refused } from '#app/http/out/replies.ts'
import { RECENTLY_DELETED } from '#app/protocol/paths.ts'
import { trips } from '#app/words/en/trips.ts'
import { wordsOf } from '#app/words/reader.ts'

export const loader = () => redirect(RECENTLY_DELETED, 303)

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  try {
    const { change } = await restoreTrip(context.services, user, params.id)
    const message = wordsOf(context.reader, trips).tripRestored
    return done(context, RECENTLY_DELETED, { message, change })
  } catch (error) {
    return refused(context, error, RECENTLY_DELETED)
  }
}
