import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { takeOver } from '#app/domain/accounts/resetPassword.ts'
import { verifyEmail, whatLinkNeeds } from '#app/domain/accounts/verifyEmail.ts'
import { DomainError } from '#app/domain/errors.ts'
import { ResetPassword, VerifyEmail } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { currentUser, visitorOf } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { passwordChanged, passwordNotChanged } from '#app/http/out/passwordChanged.ts'
import { expectedFailure, refusedHere } from '#app/http/out/replies.ts'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { PasswordChanged, useRedirectToLogin } from '#app/ui/PasswordChanged.tsx'
import { account } from '#app/words/en/account.ts'
import { notices } from '#app/words/en/notices.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'
import { Confirming } from './Confirming.tsx'
import { TakeOver } from './TakeOver.tsx'
import { WithPassword } from './WithPassword.tsx'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
// Once it is used, the link says so: after the form was sent, its result counts.
export { unlessPosted as shouldRevalidate } from '#app/browser/shouldRevalidate.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, account).confirmTitle} · Larder` }

function linkOf(request: Request) {
  const { searchParams } = new URL(request.url)
  return {
    link: { verificationToken: searchParams.get('token'), email: searchParams.get('email') },
    takesOver: searchParams.get('registered') === 'no',
  }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { link, takesOver } = linkOf(request)
  const input = parse(VerifyEmail, link)
  const user = await currentUser(context, request)
  const words = wordsOf(context.reader, notices)
  const { needs, changes } = await whatLinkNeeds(context.services, visitorOf(context, request), input, user)
  const { email } = input
  return {
    complete: Boolean(input.verificationToken && email),
    needs,
    changes,
    takesOver: takesOver && !changes,
    lead: leadOf(),
    email,
  }

  function leadOf() {
    if (changes) return needs === 'password' ? words.confirmNewEmail({ email }) : words.askNewEmail({ email })
    return takesOver ? words.takeOver : words.confirmWithPassword
  }
}

/** Only a POST confirms, because mail scanners open links. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { link, takesOver } = linkOf(request)
  const typed = request.headers.has('Content-Type') ? await readForm(context) : {}
  return takesOver ? takingOver() : confirming()

  async function confirming() {
    try {
      const input = parse(VerifyEmail, { password: typed.password, ...link })
      const user = await currentUser(context, request)
      const state = await verifyEmail(context.services, visitorOf(context, request), input, user)
      const { emailChangedTitle: title, signInWithNewEmail: text } = wordsOf(context.reader, notices)
      return data({ ok: true, state, ...(state === 'changed' && { changed: { title, text } }) })
    } catch (error) {
      const code = error instanceof DomainError ? error.code : undefined
      if (typed.password !== undefined && code !== 'link-expired') return refusedHere(context, error, typed)
      const { status, headers } = expectedFailure(context, error)
      const state = code === 'confirm-with-password' ? ('password' as const) : ('failed' as const)
      return data({ ok: false, state }, { status, headers })
    }
  }

  async function takingOver() {
    try {
      const { password } = typed
      const input = parse(ResetPassword, { token: link.verificationToken, email: link.email, password })
      const { cookie } = await takeOver(context.services, visitorOf(context, request), input)
      return passwordChanged(context, cookie)
    } catch (error) {
      if (error instanceof DomainError && error.fields?.password) return refusedHere(context, error, typed)
      return passwordNotChanged(context, error)
    }
  }
}

export default function VerifyEmailPage() {
  const { complete, needs, changes, takesOver, ...form } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const state = result && 'state' in result ? result.state : undefined
  const isOver = result !== undefined && 'finished' in result
  useRedirectToLogin(isOver)
  if (isOver && result.ok) return <PasswordChanged message={result.message} />
  if (state === 'repeated' || (needs === 'nothing' && !result)) return <Confirmed isRepeated />
  if (result && 'changed' in result) return <Confirmed changed={result.changed} />
  if (state === 'confirmed') return <Confirmed />
  if (state === 'failed' || !complete) return <Failed />
  if (takesOver) return <TakeOver {...form} result={result} />
  if (needs === 'password' || state === 'password') {
    return <WithPassword {...form} isRegistration={!changes} result={result} />
  }
  return <Confirming asks={changes ? form.lead : undefined} />
}

interface ConfirmedProps {
  isRepeated?: boolean
  /** Where the link changed the account's email. */
  changed?: { title: string; text: string }
}

function Confirmed({ isRepeated = false, changed }: ConfirmedProps) {
  const words = useWords(account)
  const posted = useActionData<typeof action>() !== undefined
  const confirmed = isRepeated
    ? { title: words.alreadyConfirmedTitle, text: words.alreadyConfirmed }
    : { title: words.confirmedTitle, text: words.confirmed }
  const { title, text } = changed ?? confirmed
  return (
    <AccountPage key={title} title={title} focusTitle={posted}>
      <p className="lead">{text}</p>
      <Link className="button wide" to="/login">
        {words.pleaseLogIn}
      </Link>
    </AccountPage>
  )
}

function Failed() {
  const words = useWords(account)
  const posted = useActionData<typeof action>() !== undefined
  return (
    <AccountPage key="failed" title={words.notConfirmedTitle} focusTitle={posted}>
      <p className="lead warning" role="alert">
        {words.notConfirmed}
      </p>
      <Link className="button quiet wide" to="/login">
        {words.signIn}
      </Link>
    </AccountPage>
  )
}
