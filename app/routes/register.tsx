import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { register } from '#app/domain/accounts/register.ts'
import { awaitsFirstUser, registrationOf } from '#app/domain/accounts/registration.ts'
import { Register } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { isInvited } from '#app/domain/sharing/invites.ts'
import { visitorOf } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { registrationCookie } from '#app/http/in/cookies.ts'
import { redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { loginPath } from '#app/protocol/paths.ts'
import { AccountForm, emailField, newPasswordField, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { account } from '#app/words/en/account.ts'
import { errors } from '#app/words/en/errors.ts'
import { notices } from '#app/words/en/notices.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, account).register} · Larder` }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { SMTP_HOST, REQUIRE_VERIFIED_EMAIL } = context.services.config
  return {
    refusal: await refusalFor(context, inviteIn(request)),
    sendsMail: SMTP_HOST !== '',
    mustConfirm: REQUIRE_VERIFIED_EMAIL === 'on',
  }
}

const inviteIn = (request: Request) => new URL(request.url).searchParams.get('invite') ?? undefined

async function refusalFor({ services, reader }: AppLoadContext, invite: string | undefined) {
  const words = wordsOf(reader, errors)
  const registration = await registrationOf(services)
  if (registration === 'closed') return words['registration-closed']
  if (registration === 'open' || (await isInvited(services, invite))) return undefined
  return (await awaitsFirstUser(services)) ? undefined : words['invite-required']
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(context)
  try {
    const input = parse(Register, typed)
    const invite = inviteIn(request)
    const visitor = visitorOf(context, request)
    const { cookie, ...outcome } = await register(context.services, visitor, input, invite)
    context.setCookie(registrationCookie(context.services.config).set(cookie))
    const text = wordsOf(context.reader, notices).registered(outcome)
    const draft = { values: { email: input.email } }
    return redirectWith(context, loginPath(invite ?? null), { message: { kind: 'success', text }, draft })
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

const fieldsOf = (words: typeof account) => [
  { name: 'name', label: words.name, type: 'text', autoComplete: 'name', placeholder: words.yourName },
  emailField(words),
  newPasswordField(words),
]

export default function RegisterPage() {
  const words = useWords(account)
  const { refusal, sendsMail, mustConfirm } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const [search] = useSearchParams()
  return (
    <AccountPage title={words.registerTitle} message={useMessage(result)} hasForm={!refusal}>
      {refusal ? (
        <p className="lead">{refusal}</p>
      ) : (
        <>
          {search.has('invite') && <p className="lead">{words.registerToAcceptYours}</p>}
          <AccountForm
            fields={fieldsOf(words)}
            submit={words.submit}
            submitting={words.submitting}
            failure={result}
          />
          {!sendsMail && <NoMail mustConfirm={mustConfirm} />}
        </>
      )}
      <p className="alternative">
        <Link to={loginPath(search.get('invite'))}>
          {words.alreadyMember} <b>{words.logIn}</b>
        </Link>
      </p>
    </AccountPage>
  )
}

function NoMail({ mustConfirm }: { mustConfirm: boolean }) {
  const words = useWords(account)
  return <p className="lead">{mustConfirm ? words.noMailToConfirm : words.noMailToReset}</p>
}
