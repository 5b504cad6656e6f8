import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { signOut } from '#app/domain/accounts/signIn.ts'
import { visitorOf } from '#app/http/in/auth.ts'
import { sessionCookie } from '#app/http/in/cookies.ts'

export const loader = () => redirect('/landing', 303)

export async function action({ request, context }: ActionFunctionArgs) {
  const { services, requestId } = context
  const cookie = sessionCookie(services.config)
  try {
    await signOut(services, visitorOf(context, request))
  } catch (error) {
    // Clear the cookie even if the session row can't be deleted.
    services.log.error({ err: error, id: requestId }, 'ending a session failed')
  }
  return redirect('/landing', { status: 303, headers: { 'Set-Cookie': cookie.clear() } })
}
