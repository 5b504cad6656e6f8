import type { LoaderFunctionArgs } from '@remix-run/node'
import { listFor } from '#app/domain/access/access.ts'
import { MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { actorReading } from '#app/http/in/auth.ts'
import { categoryChoice } from './single-list/sorted.server.ts'

/** For the dialog of an item, which asks for it when it opens. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const { actor, listId } = await actorReading(args)
  const list = await listFor(context.services.db, actor, listId, 'edit')
  const name = new URL(request.url).searchParams.get('name') ?? ''
  return Response.json(await categoryChoice(context, list, name.slice(0, MAX_NAME_LENGTH)))
}
