import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { isAlreadyConfirmed, verifyEmail } from '#app/domain/accounts/verifyEmail.ts'
import { VerifyEmail } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { visitorOf } from '#app/http/in/auth.ts'
import { expectedFailure } from '#app/http/out/replies.ts'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { Button } from '#app/ui/Button.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { account } from '#app/words/en/account.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'

export { passHeaders as headers } from '#app/http/out/replies.ts'
export { catchNetworkError as clientAction } from '#app/ui/browser/networkError.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, account).confirmTitle} · Larder` }

function linkOf(request: Request) {
  const { searchParams } = new URL(request.url)
  return { verificationToken: searchParams.get('token'), email: searchParams.get('email') }
}

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const link = parse(VerifyEmail, linkOf(request))
  return {
    complete: Boolean(link.verificationToken && link.email),
    wasConfirmed: await isAlreadyConfirmed(services, link),
  }
}

/** Only a POST confirms, because mail scanners open links. */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const input = parse(VerifyEmail, linkOf(request))
    const { wasConfirmed } = await verifyEmail(context.services, visitorOf(context, request), input)
    return data({ ok: true, wasConfirmed })
  } catch (error) {
    const { status, headers } = expectedFailure(context, error)
    return data({ ok: false, wasConfirmed: false }, { status, headers })
  }
}

export default function VerifyEmailPage() {
  const words = useWords(account)
  const { complete, wasConfirmed } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const isRepeated = result ? result.wasConfirmed : wasConfirmed
  if (isRepeated || result?.ok) {
    const [title, text] = isRepeated
      ? [words.alreadyConfirmedTitle, words.alreadyConfirmed]
      : [words.confirmedTitle, words.confirmed]
    return (
      <AccountPage key={title} title={title} focusTitle={result !== undefined}>
        <p className="lead">{text}</p>
        <Link className="button wide" to="/login">
          {words.pleaseLogIn}
        </Link>
      </AccountPage>
    )
  }
  if (result || !complete) {
    return (
      <AccountPage key="failed" title={words.notConfirmedTitle} focusTitle={result !== undefined}>
        <p className="lead warning" role="alert">
          {words.notConfirmed}
        </p>
        <Link className="button quiet wide" to="/login">
          {words.signIn}
        </Link>
      </AccountPage>
    )
  }
  return <Confirming />
}

function Confirming() {
  const words = useWords(account)
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  const submit = useSubmit()

  useEffect(() => {
    if (sent.current) return
    sent.current = true
    submit(form.current)
  }, [submit])

  return (
    <AccountPage title={words.confirmTitle}>
      <p className="lead needs-script" role="status">
        {words.confirming}
      </p>
      <Form method="post" ref={form} className="needs-no-script">
        <Button className="wide">{words.confirm}</Button>
      </Form>
    </AccountPage>
  )
}
