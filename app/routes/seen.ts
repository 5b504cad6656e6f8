import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Seen } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { noteSeen } from '#app/domain/sharing/seen.ts'
import { actorReading } from '#app/http/in/auth.ts'

export async function action(args: ActionFunctionArgs) {
  const { actor, listId } = await actorReading(args)
  const search = new URL(args.request.url).searchParams
  const { revision = 0 } = parse(Seen, Object.fromEntries(search))
  await noteSeen(args.context.services, actor, { listId, revision })
  return new Response(null, { status: 204 })
}

/** The same without JavaScript: the page has this as an image. Link checkers only ask for its headers. */
export const loader = (args: LoaderFunctionArgs) =>
  args.request.method === 'HEAD' ? new Response(null, { status: 204 }) : action(args)
