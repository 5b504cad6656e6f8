import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { deleteTrip } from '#app/domain/trips/trips.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { done, refused } from '#app/http/out/replies.ts'
import { spendingPath, tripPath } from '#app/protocol/paths.ts'
import { common } from '#app/words/en/common.ts'
import { trips } from '#app/words/en/trips.ts'
import { wordsOf } from '#app/words/reader.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(tripPath(params.id ?? ''), 303)

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const { reader } = context
  try {
    const { trip, change } = await deleteTrip(services, user, params.id)
    const { undo: label } = wordsOf(reader, common)
    // Only a list has a history.
    const undo = change
      ? { change }
      : { alternative: { label, path: `/restore-trip/${trip.id}`, fields: {} } }
    const path = spendingPath({ year: trip.boughtOn.slice(0, 4) })
    return done(context, path, { message: wordsOf(reader, trips).tripDeleted, leads: true, ...undo })
  } catch (error) {
    return refused(context, error, tripPath(params.id ?? ''))
  }
}
