import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { revokeToken } from '#app/domain/accounts/apiTokens.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { done } from '#app/http/out/replies.ts'
import { SETTINGS } from '#app/protocol/paths.ts'
import { notices } from '#app/words/en/notices.ts'
import { wordsOf } from '#app/words/reader.ts'
import { settingsPath } from './settings/parts.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  await revokeToken(context.services, user, params.id, context)
  return done(context, settingsPath('token'), { message: wordsOf(context.reader, notices).tokenRevoked })
}

export const loader = () => redirect(SETTINGS, 303)
