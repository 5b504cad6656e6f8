import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { register } from '#app/domain/accounts/register.ts'
import { hasNoUsers, registrationOf } from '#app/domain/accounts/registration.ts'
import { Register } from '#app/domain/inputs.ts'
import { isInvited } from '#app/domain/sharing/invites.ts'
import { visitorOf } from '#app/http/in/auth.ts'
import { parse, readForm } from '#app/http/in/body.ts'
import { redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { errors } from '#app/messages/en/errors.ts'
import { notices } from '#app/messages/en/notices.ts'
import { loginPath } from '#app/protocol/paths.ts'
import type { Services } from '#app/services.ts'
import { AccountForm, EMAIL, NEW_PASSWORD, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'

export { passHeaders as headers } from '#app/http/out/replies.ts'
export { catchNetworkError as clientAction } from '#app/ui/browser/networkError.ts'

export const meta: MetaFunction = () => [{ title: 'Register · Larder' }]

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { SMTP_HOST, REQUIRE_VERIFIED_EMAIL } = services.config
  return {
    refusal: await refusalFor(services, inviteIn(request)),
    sendsMail: SMTP_HOST !== '',
    mustConfirm: REQUIRE_VERIFIED_EMAIL === 'on',
  }
}

const inviteIn = (request: Request) => new URL(request.url).searchParams.get('invite') ?? undefined

async function refusalFor(services: Services, invite: string | undefined): Promise<string | undefined> {
  const registration = await registrationOf(services)
  if (registration === 'closed') return errors['registration-closed']
  if (registration === 'open' || (await isInvited(services, invite))) return undefined
  return (await hasNoUsers(services)) ? undefined : errors['invite-required']
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(context)
  try {
    const input = parse(Register, typed)
    const invite = inviteIn(request)
    const visitor = visitorOf(context, request)
    const text = notices.registered(await register(context.services, visitor, input, invite))
    const draft = { values: { email: input.email } }
    return redirectWith(context, loginPath(invite ?? null), { message: { kind: 'success', text }, draft })
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

const FIELDS = [
  { name: 'name', label: 'Name', type: 'text', autoComplete: 'name', placeholder: 'Your name' },
  EMAIL,
  NEW_PASSWORD,
]

export default function RegisterPage() {
  const { refusal, sendsMail, mustConfirm } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const [search] = useSearchParams()
  return (
    <AccountPage title="REGISTER" message={useMessage(result)}>
      {refusal ? (
        <p className="lead">{refusal}</p>
      ) : (
        <>
          {search.has('invite') && <p className="lead">Register, then sign in to accept your invitation.</p>}
          <AccountForm fields={FIELDS} submit="submit" submitting="submitting" failure={result} />
          {!sendsMail && <NoMail mustConfirm={mustConfirm} />}
        </>
      )}
      <p className="alternative">
        <Link to={loginPath(search.get('invite'))}>
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
