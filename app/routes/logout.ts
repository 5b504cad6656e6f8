import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { endSession } from '#app/domain/sessions.ts'
import { sessionCookie } from '#app/http/cookies.ts'

export const loader = () => redirect('/landing', 303)

export async function action({ request, context: { services, requestId } }: ActionFunctionArgs) {
  const cookie = sessionCookie(services.config)
  const session = cookie.read(request)
  try {
    if (session) await endSession(services, session)
  } catch (error) {
    // Whoever logs out wants to be gone: the browser forgets the session in any case.
    services.log.error({ err: error, id: requestId }, 'a session could not be ended')
  }
  return redirect('/landing', { status: 303, headers: { 'Set-Cookie': cookie.clear() } })
}
