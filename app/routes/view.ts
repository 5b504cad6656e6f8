import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { isGuest } from '#app/domain/access/access.ts'
import { chooseView } from '#app/domain/aisles/chooseView.ts'
import { ChooseView } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { actorFor } from '#app/http/in/auth.ts'
import { viewCookie } from '#app/http/in/cookies.ts'
import { done, refused } from '#app/http/out/replies.ts'
import { listIdIn, listPath } from '#app/protocol/paths.ts'

/** Guests have theirs in a cookie. */
export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const { services } = context
  const { actor, form, listId, home, headers } = await actorFor(args)
  try {
    const { view } = parse(ChooseView, form)
    if (isGuest(actor)) context.setCookie(viewCookie(services.config).set(view))
    else await chooseView(services, actor, listId, view)
    return done(context, home, {}, headers)
  } catch (error) {
    return refused(context, error, home)
  }
}

export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(listPath(listIdIn(new URL(request.url).search)), 303)
