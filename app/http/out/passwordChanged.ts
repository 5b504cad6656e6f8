import { type AppLoadContext, data } from '@remix-run/node'
import { SECONDS_UNTIL_LOGIN } from '#app/domain/limitsAndLifetimes.ts'
import { sessionCookie } from '#app/http/in/cookies.ts'
import { notices } from '#app/words/en/notices.ts'
import { wordsOf } from '#app/words/reader.ts'
import { expectedFailure } from './replies.ts'

interface Outcome {
  ok: boolean
  message: string
}

/** The link has signed them in. */
export function passwordChanged(context: AppLoadContext, cookie: string) {
  context.setCookie(sessionCookie(context.services.config).set(cookie))
  return goToLogin(context, { ok: true, message: wordsOf(context.reader, notices).passwordChanged })
}

export function passwordNotChanged(context: AppLoadContext, error: unknown) {
  const { status, msg, headers } = expectedFailure(context, error)
  return goToLogin(context, { ok: false, message: msg }, { status, headers: new Headers(headers) })
}

/** Success and failure both lead to the login page; without JavaScript the Refresh header does it. */
function goToLogin(
  { scripted }: AppLoadContext,
  outcome: Outcome,
  { status = 200, headers = new Headers() } = {},
) {
  if (!scripted) headers.set('Refresh', `${SECONDS_UNTIL_LOGIN}; url=/login`)
  return data({ ...outcome, finished: true as const }, { status, headers })
}
