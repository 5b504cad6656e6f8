import type { LoaderFunctionArgs } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import { suggestionsFor } from '#app/domain/memory/suggestions.ts'
import { currentUser } from '#app/http/in/auth.ts'

const MAX_TEXT = 200

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await currentUser(context, request)
  if (!user) throw new DomainError('not-signed-in')
  const { searchParams } = new URL(request.url)
  const text = (searchParams.get('q') ?? '').slice(0, MAX_TEXT)
  const suggestions = await suggestionsFor(
    context.services,
    user,
    searchParams.get('listID') ?? undefined,
    text,
    context.reader.language,
  )
  return Response.json({ suggestions })
}
