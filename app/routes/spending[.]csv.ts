import type { LoaderFunctionArgs } from '@remix-run/node'
import { parse } from '#app/domain/parse.ts'
import { ShownSpending } from '#app/domain/trips/inputs.ts'
import { spentIn } from '#app/domain/trips/spent.ts'
import { tripsOf } from '#app/domain/trips/trips.ts'
import { tripsCsv } from '#app/domain/trips/tripsCsv.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { today } from '#app/words/format.ts'

export const handle = { download: true }

/** The trips that the page with the same query shows. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, closed } = context
  const user = await requireUser(context, request)
  const { reader } = context
  await services.sendQueue.take(user.id, closed)
  const { searchParams } = new URL(request.url)
  const shown = parse(ShownSpending, Object.fromEntries(searchParams))
  const listID = searchParams.get('listID') ?? undefined
  const { period, year } = await spentIn(services, user, { ...shown, listID, today: today(reader) })
  const name = `spending-${shown.month ?? year}.csv`
  return new Response(tripsCsv(await tripsOf(services, user, period)), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
