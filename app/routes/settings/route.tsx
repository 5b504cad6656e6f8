import type { ActionFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { createToken } from '#app/domain/accounts/apiTokens.ts'
import { changeEmail } from '#app/domain/accounts/changeEmail.ts'
import { changePassword } from '#app/domain/accounts/changePassword.ts'
import { signOutElsewhere, signOutEverywhere } from '#app/domain/accounts/signIn.ts'
import { changeLanguage, changeName } from '#app/domain/accounts/users.ts'
import { DomainError } from '#app/domain/errors.ts'
import { ChangeEmail, ChangeLanguage, ChangeName, ChangePassword, CreateToken } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { setShowsSeen } from '#app/domain/sharing/seen.ts'
import { requireUser, visitorOf } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { languageCookie, sessionCookie } from '#app/http/in/cookies.ts'
import { acceptedLanguage, chosenReader } from '#app/http/in/language.ts'
import { done, redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { REMEMBERED, SETTINGS } from '#app/protocol/paths.ts'
import { useMessage } from '#app/ui/AccountForm.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { notices } from '#app/words/en/notices.ts'
import { settings } from '#app/words/en/settings.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'
import { Language } from './Language.tsx'
import type { loader } from './loader.server.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { Profile } from './Profile.tsx'
import { Sessions } from './Sessions.tsx'
import { SharedLists } from './SharedLists.tsx'
import { Tokens } from './Tokens.tsx'
import { WithoutConnection } from './WithoutConnection.tsx'

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
    switch (typed.intent) {
      case 'name':
        await changeName(services, user, parse(ChangeName, typed))
        return await done(context, SETTINGS, { message: words.nameChanged })
      case 'email': {
        const outcome = await changeEmail(services, user, visitor, parse(ChangeEmail, typed))
        const message = { same: words.emailStays, waits: words.emailWaits, changed: words.emailChanged }[
          outcome
        ]
        return await done(context, SETTINGS, { message })
      }
      case 'language': {
        const choice = parse(ChangeLanguage, typed)
        await changeLanguage(services, user, choice)
        context.reader = chosenReader(acceptedLanguage(request.headers.get('Accept-Language') ?? ''), choice)
        // Automatic follows the browser's own settings, not what was chosen in it before.
        const headers = new Headers()
        if (choice.language === '') headers.set('Set-Cookie', languageCookie(services.config).clear())
        const message = { kind: 'success', text: wordsOf(context.reader, notices).languageChanged } as const
        return await redirectWith(context, SETTINGS, { message }, headers)
      }
      case 'seen': {
        const shows = typed.seen === 'on'
        await setShowsSeen(services, user, shows)
        return await done(context, SETTINGS, { message: words.showsSeen({ shows }) })
      }
      case 'password': {
        const cookie = await changePassword(services, user, visitor, parse(ChangePassword, typed))
        const headers = new Headers({ 'Set-Cookie': cookies.set(cookie) })
        return await done(context, SETTINGS, { message: words.ownPasswordChanged }, headers)
      }
      case 'sign-out-elsewhere': {
        const ended = await signOutElsewhere(services, user, visitor)
        return await done(context, SETTINGS, { message: words.signedOutElsewhere({ n: ended }) })
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
  const { user, storage, version } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const message = useMessage(result)
  const created = result && 'token' in result ? result : undefined
  return (
    <>
      <NavBar page={{ title: words.settings, ownerId: user.id }} message={message} />
      <main className="page wide settings">
        <Profile />
        <Language />
        <PasswordForm />
        <Sessions />
        <SharedLists />
        <WithoutConnection />
        <section className="card" aria-labelledby="remembered">
          <h2 id="remembered">{words.rememberedItems}</h2>
          <p className="lead">{words.whatIsRemembered}</p>
          <p className="choices">
            <Link className="button quiet" to={REMEMBERED}>
              {words.showRemembered}
            </Link>
          </p>
        </section>
        <section className="card" aria-labelledby="data">
          <h2 id="data">{words.yourData}</h2>
          <p className="lead">{words.dataAsZip({ storage })}</p>
          <p className="choices">
            <a className="button quiet" href="/settings/export" download>
              {words.downloadData}
            </a>
          </p>
        </section>
        <Tokens created={created} />
        <section className="card" aria-labelledby="delete">
          <h2 id="delete">{words.deleteAccount}</h2>
          <p className="lead">{words.whatDeletingDoes}</p>
          <p className="choices">
            <Link className="button danger" to="/settings/delete-account">
              {words.deleteMyAccount}
            </Link>
          </p>
        </section>
        {version && <footer>Larder {version}</footer>}
      </main>
    </>
  )
}
