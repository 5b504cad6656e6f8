import { type ActionFunctionArgs, data, type MetaFunction } from '@remix-run/node'
import { Link, useActionData } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { forgotPassword } from '#app/domain/accounts.ts'
import { DomainError } from '#app/domain/errors.ts'
import { ForgotPassword } from '#app/domain/inputs.ts'
import { noteFailure, passHeaders, replyInit } from '#app/http/errors.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { refusedHere } from '#app/http/replies.ts'
import { visitorOf } from '#app/http/session.ts'
import { AccountForm, useSaid } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { catchNetworkError } from '#app/ui/networkError.ts'

export const meta: MetaFunction = () => [{ title: 'Forgot your password? Larder' }]
export const headers = passHeaders

const NO_EMAIL = 'Please provide email here'

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(request)
  if (!typed.email?.trim()) {
    return refusedHere(context, new DomainError('invalid', NO_EMAIL, { fields: { email: NO_EMAIL } }), typed)
  }
  try {
    const input = parse(ForgotPassword, typed)
    await forgotPassword(context.services, visitorOf(context, request), input)
    return data({ ok: true, sent: true })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    noteFailure(context, error)
    // The same screen as after success, so that it tells nothing; see the spec's error catalogue.
    const message = 'Something went wrong, please try again'
    return data({ ok: false, sent: true, message }, replyInit(error))
  }
}

export const clientAction = catchNetworkError

const FIELDS = [
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    autoComplete: 'username',
    placeholder: 'you@example.org',
  },
]

export default function ForgotPasswordPage() {
  const reply = useActionData<typeof action>()
  const said = useSaid(reply)
  if (reply && 'sent' in reply) return <Sent said={said} />
  return (
    <AccountPage title="FORGOT PASSWORD" said={said}>
      <p className="lead">Tell us your address, and we mail you a link to choose a new password.</p>
      <AccountForm
        fields={FIELDS}
        submit="Reset Password"
        submitting="Sending..."
        refused={reply}
        browserChecks
      />
      <p className="other-way">
        <Link to="/login">
          Already have an account? <b>LOGIN</b>
        </Link>
      </p>
    </AccountPage>
  )
}

function Sent({ said }: Pick<ComponentProps<typeof AccountPage>, 'said'>) {
  return (
    <AccountPage key="sent" title="Please check your email!" said={said} announced>
      <p className="lead">
        If there is an account for this address, a link is on its way. It works for 30 minutes.
      </p>
      <Link className="button wide" to="/login">
        Go Back
      </Link>
    </AccountPage>
  )
}
