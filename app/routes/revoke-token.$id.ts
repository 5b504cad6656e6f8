import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { revokeToken } from '#app/domain/accounts/apiTokens.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { done } from '#app/http/out/replies.ts'
import { SETTINGS } from '#app/protocol/paths.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  await revokeToken(context.services, user, params.id, context)
  return done(context, SETTINGS, { message: 'Token revoked.' })
}

export const loader = () => redirect(SETTINGS, 303)
