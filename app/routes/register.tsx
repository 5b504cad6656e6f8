import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { register } from '#app/domain/accounts.ts'
import { Register } from '#app/domain/inputs.ts'
import { closedSentence } from '#app/domain/registration.ts'
import { passHeaders } from '#app/http/errors.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { redirectWith, refusedHere } from '#app/http/replies.ts'
import { visitorOf } from '#app/http/session.ts'
import { AccountForm, useSaid } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { catchNetworkError } from '#app/ui/networkError.ts'

export const meta: MetaFunction = () => [{ title: 'Register at Larder' }]
export const headers = passHeaders

export async function loader({ context: { services } }: LoaderFunctionArgs) {
  return { closed: closedSentence(services) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(request)
  try {
    const input = parse(Register, typed)
    const text = await register(context.services, visitorOf(context, request), input)
    return redirectWith(context, '/login', { message: { kind: 'success', text } })
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

export const clientAction = catchNetworkError

const FIELDS = [
  { name: 'name', label: 'Name', type: 'text', autoComplete: 'name', placeholder: 'What we may call you' },
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
    placeholder: '8 characters or more',
  },
]

export default function RegisterPage() {
  const { closed } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <AccountPage title="REGISTER" said={useSaid(refused)}>
      {closed ? (
        <p className="lead">{closed}</p>
      ) : (
        <AccountForm fields={FIELDS} submit="submit" submitting="submitting" refused={refused} />
      )}
      <p className="other-way">
        <Link to="/login">
          Already a member? <b>LOGIN</b>
        </Link>
      </p>
    </AccountPage>
  )
}
