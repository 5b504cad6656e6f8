import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { forgotPassword } from '#app/domain/accounts/resetPassword.ts'
import { DomainError } from '#app/domain/errors.ts'
import { ForgotPassword } from '#app/domain/inputs.ts'
import { TOKEN_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { parse } from '#app/domain/parse.ts'
import { visitorOf } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { expectedFailure, refusedHere } from '#app/http/out/replies.ts'
import { AccountForm, emailField, useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { account } from '#app/words/en/account.ts'
import { notices } from '#app/words/en/notices.ts'
import { minutes } from '#app/words/limits.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useReader, useWords } from '#app/words/useWords.ts'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle = {
  title: (reader) => `${wordsOf(reader, account).forgotPasswordTab} · Larder`,
}

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
    const message = wordsOf(context.reader, notices).resetLinkFailed
    return data({ ok: false, sent: true, message }, { status, headers })
  }
}

export default function ForgotPasswordPage() {
  const words = useWords(account)
  const { sendsMail } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const message = useMessage(result)
  if (result && 'sent' in result) return <Sent />
  return (
    <AccountPage title={words.forgotTitle} message={message} hasForm>
      <p className="lead">{sendsMail ? words.enterEmail : words.noMailToReset}</p>
      <AccountForm
        fields={[emailField(words)]}
        submit={words.sendLink}
        submitting={words.sendingLink}
        failure={result}
        browserValidation
      />
      <p className="alternative">
        <Link to="/login">
          {words.alreadyHaveAccount} <b>{words.logIn}</b>
        </Link>
      </p>
    </AccountPage>
  )
}

/** The same for every email, so that it doesn't tell which ones have an account. */
function Sent() {
  const words = useWords(account)
  const { sendsMail } = useLoaderData<typeof loader>()
  const message = useMessage(useActionData<typeof action>())
  const lifetime = minutes(useReader(), TOKEN_LIFETIME.reset)
  return (
    <AccountPage key="sent" title={words.checkEmail} message={message} focusTitle>
      <p className="lead">{sendsMail ? words.linkSent({ lifetime }) : words.askForLink}</p>
      <Link className="button wide" to="/login">
        {words.goBack}
      </Link>
    </AccountPage>
  )
}
