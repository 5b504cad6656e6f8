import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { register } from '#app/domain/accounts.ts'
import { Register } from '#app/domain/inputs.ts'
import { registrationOf } from '#app/domain/registration.ts'
import { visitorOf } from '#app/http/auth.ts'
import { passHeaders } from '#app/http/failures.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { redirectWith, refusedHere } from '#app/http/replies.ts'
import { errors, notices } from '#app/messages/en.ts'
import { AccountForm, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { catchNetworkError } from '#app/ui/networkError.ts'

export const meta: MetaFunction = () => [{ title: 'Register · Larder' }]
export const headers = passHeaders

export async function loader({ context: { services } }: LoaderFunctionArgs) {
  const registration = await registrationOf(services)
  const { SMTP_HOST, REQUIRE_VERIFIED_EMAIL } = services.config
  return {
    closed: registration === 'closed' ? errors['registration-closed'] : undefined,
    sendsMail: SMTP_HOST !== '',
    mustConfirm: REQUIRE_VERIFIED_EMAIL === 'on',
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(request)
  try {
    const input = parse(Register, typed)
    const text = notices.registered(await register(context.services, visitorOf(context, request), input))
    const draft = { values: { email: input.email } }
    return redirectWith(context, '/login', { message: { kind: 'success', text }, draft })
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

export const clientAction = catchNetworkError

const FIELDS = [
  { name: 'name', label: 'Name', type: 'text', autoComplete: 'name', placeholder: 'Your name' },
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
    autoComplete: 'new-password',
    placeholder: 'At least 8 characters',
  },
]

export default function RegisterPage() {
  const { closed, sendsMail, mustConfirm } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <AccountPage title="REGISTER" message={useMessage(result)}>
      {closed ? (
        <p className="lead">{closed}</p>
      ) : (
        <>
          {!sendsMail && <NoMail mustConfirm={mustConfirm} />}
          <AccountForm fields={FIELDS} submit="submit" submitting="submitting" failure={result} />
        </>
      )}
      <p className="alternative">
        <Link to="/login">
          Already a member? <b>LOGIN</b>
        </Link>
      </p>
    </AccountPage>
  )
}

function NoMail({ mustConfirm }: { mustConfirm: boolean }) {
  return (
    <p className="lead">
      This server doesn't send email.{' '}
      {mustConfirm
        ? 'After you register, ask the person who runs it for the confirmation link, which is in its log.'
        : 'If you forget your password, ask the person who runs it for a reset link.'}
    </p>
  )
}
