import type { LoaderFunctionArgs } from '@remix-run/node'
import { listFor } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { currentUser } from '#app/http/in/auth.ts'
import { lastPricesFor } from './single-list/lastPrices.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await currentUser(context, request)
  if (!user) throw new DomainError('not-signed-in')
  const { searchParams } = new URL(request.url)
  const [listID, name = '', unit = ''] = ['listID', 'name', 'unit'].map(
    (field) => searchParams.get(field) ?? undefined,
  )
  const list = await listFor(context.services.db, user, listID, 'edit')
  return Response.json(
    await lastPricesFor(context, user, list, { name: name.slice(0, MAX_NAME_LENGTH), unit }),
  )
}
