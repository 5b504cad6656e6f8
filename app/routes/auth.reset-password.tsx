import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useNavigate } from '@remix-run/react'
import { useEffect } from 'react'
import { resetPassword } from '#app/domain/accounts.ts'
import { DomainError } from '#app/domain/errors.ts'
import { ResetPassword } from '#app/domain/inputs.ts'
import { sessionCookie } from '#app/http/cookies.ts'
import { noteFailure, passHeaders, replyInit } from '#app/http/errors.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { refusedHere } from '#app/http/replies.ts'
import { visitorOf } from '#app/http/session.ts'
import { AccountForm, useSaid } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { catchNetworkError } from '#app/ui/networkError.ts'

export const meta: MetaFunction = () => [{ title: 'Choose a new password for Larder' }]
export const headers = passHeaders

const SECONDS_TO_READ = 3

export async function loader({ request }: LoaderFunctionArgs) {
  return { email: new URL(request.url).searchParams.get('email') ?? '' }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(request)
  const link = new URL(request.url).searchParams
  try {
    const presented = { token: link.get('token'), email: link.get('email') }
    const input = parse(ResetPassword, { ...typed, ...presented })
    const { message, cookie } = await resetPassword(context.services, visitorOf(context, request), input)
    const headers = new Headers({ 'Set-Cookie': sessionCookie(context.services.config).set(cookie) })
    return leave({ ok: true, message }, context.scripted, { headers })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // A password that can be mended: the link still works, so the form stays.
    if (error.fields?.password) return refusedHere(context, error, typed)
    noteFailure(context, error)
    return leave({ ok: false, message: error.message }, context.scripted, replyInit(error))
  }
}

interface Outcome {
  ok: boolean
  message: string
}

/** In both outcomes the login page is next; without script a header takes people there. */
function leave(outcome: Outcome, scripted: boolean, { status = 200, headers = new Headers() } = {}) {
  if (!scripted) headers.set('Refresh', `${SECONDS_TO_READ}; url=/login`)
  return data({ ...outcome, leaving: true }, { status, headers })
}

export const clientAction = catchNetworkError

export default function ResetPasswordPage() {
  const { email } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const said = useSaid(reply)
  const leaving = reply !== undefined && 'leaving' in reply
  useLeaving(leaving)

  if (leaving && reply.ok) {
    return (
      <AccountPage key="done" title="RESET PASSWORD" said={said} announced>
        <p className="lead">{reply.message}</p>
        <Link className="button wide" to="/start">
          Go to your lists
        </Link>
      </AccountPage>
    )
  }
  return (
    <AccountPage title="RESET PASSWORD" said={said}>
      {leaving && <p className="lead wrong">{reply.message}</p>}
      <AccountForm fields={FIELDS} submit="SUBMIT" submitting="Resetting Password..." refused={reply}>
        {/* Tells password managers whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      </AccountForm>
      <p className="other-way">
        <Link to="/forgot-password">
          Need a new link? <b>ASK AGAIN</b>
        </Link>
      </p>
    </AccountPage>
  )
}

const FIELDS = [
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'new-password',
    placeholder: '8 characters or more',
  },
]

function useLeaving(leaving: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => navigate('/login'), SECONDS_TO_READ * 1000)
    return () => clearTimeout(timer)
  }, [leaving, navigate])
}
