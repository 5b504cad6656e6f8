import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { forgotPassword } from '#app/domain/accounts/resetPassword.ts'
import { DomainError } from '#app/domain/errors.ts'
import { ForgotPassword } from '#app/domain/inputs.ts'
import { TOKEN_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { visitorOf } from '#app/http/in/auth.ts'
import { parse, readForm } from '#app/http/in/body.ts'
import { expectedFailure, refusedHere } from '#app/http/out/replies.ts'
import { minutes } from '#app/messages/format.ts'
import { AccountForm, EMAIL, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'

export { passHeaders as headers } from '#app/http/out/replies.ts'
export { catchNetworkError as clientAction } from '#app/ui/browser/networkError.ts'

export const meta: MetaFunction = () => [{ title: 'Forgot password · Larder' }]

export async function loader({ context: { services } }: LoaderFunctionArgs) {
  return { sendsMail: services.config.SMTP_HOST !== '' }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(context)
  if (!typed.email?.trim()) {
    const fields = { email: { code: 'reset-email-required', params: {} } } as const
    return refusedHere(context, new DomainError('reset-email-required', {}, { fields }), typed)
  }
  try {
    const input = parse(ForgotPassword, typed)
    await forgotPassword(context.services, visitorOf(context, request), input)
    return data({ ok: true, sent: true })
  } catch (error) {
    const { status, headers } = expectedFailure(context, error)
    // The spec shows the same screen as after success.
    const message = 'Something went wrong, please try again'
    return data({ ok: false, sent: true, message }, { status, headers })
  }
}

export default function ForgotPasswordPage() {
  const { sendsMail } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const message = useMessage(result)
  if (result && 'sent' in result) return <Sent />
  return (
    <AccountPage title="FORGOT PASSWORD" message={message}>
      {sendsMail ? (
        <p className="lead">Enter your email and we'll send you a link to choose a new password.</p>
      ) : (
        <p className="lead">
          This server doesn't send email. Ask the person who runs it to create a reset link:
          <code>npm run larder -- user reset-password you@example.org</code>
        </p>
      )}
      <AccountForm
        fields={[EMAIL]}
        submit="Reset Password"
        submitting="Sending..."
        failure={result}
        browserValidation
      />
      <p className="alternative">
        <Link to="/login">
          Already have an account? <b>LOGIN</b>
        </Link>
      </p>
    </AccountPage>
  )
}

const LIFETIME = minutes(TOKEN_LIFETIME.reset)

/** The same for every email, so that it doesn't tell which ones have an account. */
function Sent() {
  const { sendsMail } = useLoaderData<typeof loader>()
  const message = useMessage(useActionData<typeof action>())
  return (
    <AccountPage key="sent" title="Please check your email!" message={message} focusTitle>
      <p className="lead">
        {sendsMail
          ? `If there's an account for this email, we've sent a link. It works for ${LIFETIME}.`
          : `This server doesn't send email. If there's an account for this email, the link is in the server's log: ask the person who runs the server for it. It works for ${LIFETIME}.`}
      </p>
      <Link className="button wide" to="/login">
        Go Back
      </Link>
    </AccountPage>
  )
}
