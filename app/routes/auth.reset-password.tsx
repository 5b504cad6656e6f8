import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { showMessage } from '#app/browser/messages.ts'
import { isResetLinkValid, resetPassword } from '#app/domain/accounts/resetPassword.ts'
import { DomainError } from '#app/domain/errors.ts'
import { ResetLink, ResetPassword } from '#app/domain/inputs.ts'
import { SECONDS_UNTIL_LOGIN } from '#app/domain/limitsAndLifetimes.ts'
import { parse } from '#app/domain/parse.ts'
import { visitorOf } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { passwordChanged, passwordNotChanged } from '#app/http/out/passwordChanged.ts'
import { refusedHere } from '#app/http/out/replies.ts'
import { AccountForm, newPasswordField, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { PasswordChanged, useRedirectToLogin } from '#app/ui/PasswordChanged.tsx'
import { account } from '#app/words/en/account.ts'
import { notices } from '#app/words/en/notices.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
// A used link is dead: after the form was sent, its result counts.
export { unlessPosted as shouldRevalidate } from '#app/browser/shouldRevalidate.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle = {
  title: (reader) => `${wordsOf(reader, account).resetPasswordTab} · Larder`,
}

function linkOf(request: Request) {
  const { searchParams } = new URL(request.url)
  return { token: searchParams.get('token'), email: searchParams.get('email') }
}

export async function loader({ request, context: { services, reader } }: LoaderFunctionArgs) {
  const link = parse(ResetLink, linkOf(request))
  const works = await isResetLinkValid(services, link)
  const dead = works ? undefined : wordsOf(reader, notices).resetLinkDead
  return data({ email: link.email, dead }, { status: works ? 200 : 400 })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await readForm(context)
  try {
    const input = parse(ResetPassword, { ...typed, ...linkOf(request) })
    const { cookie } = await resetPassword(context.services, visitorOf(context, request), input)
    return passwordChanged(context, cookie)
  } catch (error) {
    // Only the password was refused: the link still works, so keep the form.
    if (error instanceof DomainError && error.fields?.password) return refusedHere(context, error, typed)
    return passwordNotChanged(context, error)
  }
}

export default function ResetPasswordPage() {
  const words = useWords(account)
  const { email, dead } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const message = useMessage(result?.ok ? undefined : result)
  const finished = result !== undefined && 'finished' in result
  const isDead = dead !== undefined && !result
  useRedirectToLogin(finished || isDead)

  if (finished && result.ok) return <PasswordChanged message={result.message} />
  if (isDead) return <DeadLink reason={dead} />
  return (
    <AccountPage title={words.resetTitle} message={message}>
      <AccountForm
        fields={[newPasswordField(words)]}
        submit={words.reset}
        submitting={words.resetting}
        failure={result}
      >
        {/* Password managers need the username to update the right entry. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      </AccountForm>
      <p className="alternative">
        <Link to="/forgot-password">
          {words.needNewLink} <b>{words.getOne}</b>
        </Link>
      </p>
    </AccountPage>
  )
}

function DeadLink({ reason }: { reason: string }) {
  const words = useWords(account)
  useEffect(() => showMessage({ kind: 'error', text: reason }), [reason])
  return (
    <AccountPage title={words.resetTitle}>
      {/* Not a header, which would also lead a page away that a script has opened since. */}
      <noscript>
        <meta httpEquiv="refresh" content={`${SECONDS_UNTIL_LOGIN}; url=/login`} />
      </noscript>
      <p className="lead warning" role="alert">
        {reason}
      </p>
      <Link className="button wide" to="/forgot-password">
        {words.getNewLink}
      </Link>
    </AccountPage>
  )
}
