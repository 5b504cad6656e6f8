import { type ActionFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Link, useActionData } from '@remix-run/react'
import { signIn } from '#app/domain/accounts.ts'
import { DomainError } from '#app/domain/errors.ts'
import { Login } from '#app/domain/inputs.ts'
import { sessionCookie } from '#app/http/cookies.ts'
import { noteFailure, passHeaders } from '#app/http/errors.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { redirectWith, refusedHere } from '#app/http/replies.ts'
import { visitorOf } from '#app/http/session.ts'
import { AccountForm, useSaid } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { orNoConnection } from '#app/ui/connection.ts'
import { listsPath, sharePath } from '#app/ui/paths.ts'

export const meta: MetaFunction = () => [{ title: 'Log in to Larder' }]
export const headers = passHeaders

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const typed = await readForm(request)
  try {
    const { userId, cookie } = await signIn(services, visitorOf(context, request), parse(Login, typed))
    const headers = { 'Set-Cookie': sessionCookie(services.config).set(cookie) }
    // What somebody wanted to share before he was asked to sign in.
    const shared = new URL(request.url).searchParams.get('share')
    return redirect(shared ? sharePath(shared) : listsPath(userId), { status: 303, headers })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unauthorized') {
      noteFailure(context, error)
      return redirectWith(context, '/landing', { message: { kind: 'error', text: error.message } })
    }
    return refusedHere(context, error, typed)
  }
}

export const clientAction = orNoConnection

const FIELDS = [
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    autoComplete: 'username',
    placeholder: 'you@example.org',
  },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'current-password',
    placeholder: 'Your password',
  },
]

export default function LoginPage() {
  const refused = useActionData<typeof action>()
  return (
    <AccountPage title="LOGIN" said={useSaid(refused)}>
      <AccountForm fields={FIELDS} submit="submit" submitting="submitting" refused={refused}>
        <Link className="aside" to="/forgot-password">
          Forgot password?
        </Link>
      </AccountForm>
      <p className="other-way">
        <Link to="/register">
          Need an account? <b>SIGN UP</b>
        </Link>
      </p>
    </AccountPage>
  )
}
