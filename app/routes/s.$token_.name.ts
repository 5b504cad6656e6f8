import type { ActionFunctionArgs } from '@remix-run/node'
import { findList } from '#app/domain/access/access.ts'
import { guestFrom, rememberName } from '#app/http/in/auth.ts'
import { done } from '#app/http/out/replies.ts'
import { linkPath } from '#app/protocol/paths.ts'
import { notices } from '#app/words/en/notices.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToLink as loader } from '#app/http/in/auth.ts'

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args
  const { guest } = await guestFrom(args)
  // Viewers have nothing to sign.
  await findList(context.services.db, guest, guest.listId, 'edit')
  const message = wordsOf(context.reader, notices).guestNamed(guest)
  return done(context, linkPath(params.token), { message }, rememberName(context, guest))
}
