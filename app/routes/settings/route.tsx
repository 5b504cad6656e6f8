import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { createToken } from '#app/domain/accounts/apiTokens.ts'
import { changeEmail } from '#app/domain/accounts/changeEmail.ts'
import { changePassword } from '#app/domain/accounts/changePassword.ts'
import { signOutElsewhere, signOutEverywhere } from '#app/domain/accounts/signIn.ts'
import { changeProfile } from '#app/domain/accounts/users.ts'
import { DomainError } from '#app/domain/errors.ts'
import {
  ChangeCurrency,
  ChangeEmail,
  ChangePassword,
  ChangeProfile,
  CreateToken,
} from '#app/domain/inputs.ts'
import { changeCurrencies } from '#app/domain/lists/changeCurrencies.ts'
import { parse } from '#app/domain/parse.ts'
import { setShowsSeen } from '#app/domain/sharing/seen.ts'
import { requireUser, visitorOf } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { languageCookie, sessionCookie } from '#app/http/in/cookies.ts'
import { acceptedLanguage, chosenReader } from '#app/http/in/language.ts'
import { done, redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { SETTINGS } from '#app/protocol/paths.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import { useMessage } from '#app/ui/AccountForm.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { notices } from '#app/words/en/notices.ts'
import { settings } from '#app/words/en/settings.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'
import { Access } from './Access.tsx'
import { CurrencyQuestion } from './CurrencyQuestion.tsx'
import { Data } from './Data.tsx'
import type { loader } from './loader.server.ts'
import { partWith, settingsPath } from './parts.ts'
import { Tokens } from './Tokens.tsx'
import { You } from './You.tsx'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { unlessRefused as shouldRevalidate } from '#app/browser/shouldRevalidate.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'
export { loader } from './loader.server.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, settings).settings} · Larder` }

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const words = wordsOf(context.reader, notices)
  const visitor = visitorOf(context, request)
  const cookies = sessionCookie(services.config)
  const typed = await readForm(context)
  try {
    const here = settingsPath(typed.intent)
    switch (typed.intent) {
      case 'email': {
        const outcome = await changeEmail(services, user, visitor, parse(ChangeEmail, typed))
        const message = { same: words.emailStays, waits: words.emailWaits, changed: words.emailChanged }[
          outcome
        ]
        return await done(context, here, { message })
      }
      case 'you': {
        const profile = parse(ChangeProfile, typed)
        await changeProfile(services, user, profile)
        const before = context.reader.currency
        context.reader = chosenReader(acceptedLanguage(request.headers.get('Accept-Language') ?? ''), profile)
        // Automatic follows the browser's own settings, not what was chosen in it before.
        const headers = new Headers()
        if (profile.language === '') headers.set('Set-Cookie', languageCookie(services.config).clear())
        const message = { kind: 'success', text: wordsOf(context.reader, notices).profileSaved } as const
        const { currency } = context.reader
        const path = currency && currency !== before ? `${SETTINGS}?currency=${currency}` : SETTINGS
        return await redirectWith(context, path, { message }, headers)
      }
      case 'currency': {
        const { currency } = parse(ChangeCurrency, typed)
        const n = await changeCurrencies(services, user, currency)
        // Sent twice, it has nothing left to change.
        const message = n === 0 ? words.profileSaved : words.currenciesChanged({ n, currency })
        return await done(context, SETTINGS, { message })
      }
      case 'seen': {
        const shows = typed.seen === 'on'
        await setShowsSeen(services, user, shows)
        return await done(context, here, { message: words.showsSeen({ shows }) })
      }
      case 'password': {
        const cookie = await changePassword(services, user, visitor, parse(ChangePassword, typed))
        const headers = new Headers({ 'Set-Cookie': cookies.set(cookie) })
        return await done(context, here, { message: words.ownPasswordChanged }, headers)
      }
      case 'sign-out-elsewhere': {
        const ended = await signOutElsewhere(services, user, visitor)
        return await done(context, here, { message: words.signedOutElsewhere({ n: ended }) })
      }
      case 'sign-out-everywhere': {
        await signOutEverywhere(services, user, visitor)
        const headers = new Headers({ 'Set-Cookie': cookies.clear() })
        const message = { kind: 'success', text: words.signedOutEverywhere } as const
        return await redirectWith(context, '/landing', { message }, headers)
      }
      case 'token': {
        const wanted = parse(CreateToken, typed)
        // Shown at once, because it isn't stored: a redirect would lose it.
        const token = await createToken(services, user, wanted, visitor)
        return { ok: true as const, name: wanted.name, token }
      }
      default:
        throw new DomainError('bad-form')
    }
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

export default function Settings() {
  const words = useWords(settings)
  const { user, question, version } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const message = useMessage(result)
  const created = result && 'token' in result ? result : undefined
  const [query] = useSearchParams()
  const open = partWith(created ? 'token' : refusalOf(result)?.values.intent) ?? query.get('open') ?? 'you'
  return (
    <>
      <NavBar page={{ title: words.settings, ownerId: user.id }} message={message} />
      <main className="page settings">
        {question && <CurrencyQuestion {...question} />}
        <You open={open === 'you'} />
        <Access open={open === 'access'} />
        <Data open={open === 'data'} />
        <Tokens open={open === 'programs'} created={created} />
        {version && <footer>Larder {version}</footer>}
      </main>
    </>
  )
}
