import type { LoaderFunctionArgs } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import { suggestionsFor } from '#app/domain/memory/suggestions.ts'
import { currentUser } from '#app/http/in/auth.ts'
import { dishNamed } from '#app/ports/ai/cookbook.ts'
import { dishWithThings } from '#app/words/dishes.ts'

const MAX_TEXT = 200

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await currentUser(context, request)
  if (!user) throw new DomainError('not-signed-in')
  const { searchParams } = new URL(request.url)
  const text = (searchParams.get('q') ?? '').slice(0, MAX_TEXT)
  const { reader } = context
  const suggestions = await suggestionsFor(
    context.services,
    user,
    searchParams.get('listID') ?? undefined,
    text,
    reader.language,
  )
  const dish = await dishNamed(text, reader.language)
  const asDish = dish ? [{ name: dishWithThings(reader, dish), recipe: text }] : []
  return Response.json({ suggestions: [...asDish, ...suggestions] })
}
