import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { House, Keyboard, Sprout, Undo2, Users, WifiOff, Zap } from 'lucide'
import {
  awaitsFirstUser,
  hasNoUsers,
  type Registration,
  registrationOf,
} from '#app/domain/accounts/registration.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { currentUser } from '#app/http/in/auth.ts'
import { PHONES } from '#app/ui/art/phones.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { LanguageChoice } from '#app/ui/LanguageChoice.tsx'
import { WaitingForSignIn } from '#app/ui/offline/WaitingForSignIn.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { PublicPage } from '#app/ui/PublicPage.tsx'
import { landing } from '#app/words/en/landing.ts'
import { days } from '#app/words/format.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { useReader, useWords } from '#app/words/useWords.ts'

const PHONE_SIZE = { width: 480, height: 1000 }

const reasonsIn = (reader: Reader, words: typeof landing) => [
  { icon: Users, title: words.shared, text: words.sharedText },
  { icon: WifiOff, title: words.offline, text: words.offlineText },
  { icon: Keyboard, title: words.typed, text: words.typedText },
  { icon: Undo2, title: words.undo({ days: days(reader, KEEP_DELETED_FOR) }), text: words.undoText },
  { icon: Zap, title: words.fast, text: words.fastText },
  { icon: House, title: words.ownServer, text: words.ownServerText },
]

export const handle: PageHandle = {
  title: (reader) => wordsOf(reader, landing).tab,
  description: (reader) => wordsOf(reader, landing).description,
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await currentUser(context, request)
  const registration = await registrationOf(services)
  const fresh = (await hasNoUsers(services)) ? registration : undefined
  // The first account needs no invitation.
  const takesAnyone =
    registration === 'open' || (registration === 'invited' && (await awaitsFirstUser(services)))
  return { lists: user && `/?userID=${user.id}`, fresh, takesAnyone }
}

export default function Landing() {
  const words = useWords(landing)
  const reader = useReader()
  const { lists, fresh, takesAnyone } = useLoaderData<typeof loader>()
  const { light, dark } = PHONES[reader.language]
  return (
    <PublicPage className="landing">
      <main>
        <section className="hero">
          <div className="text">
            <h1>
              <span>{words.shopOnce}</span> <span>{words.forgetNothing}</span>
            </h1>
            <p className="lead">{words.description}</p>
            {fresh && <FirstSteps registration={fresh} />}
            {!lists && <WaitingForSignIn />}
            <div className="actions">
              {lists ? (
                <Link className="button" to={lists}>
                  {words.yourLists}
                </Link>
              ) : (
                <>
                  <Link className={takesAnyone ? 'button' : 'button quiet'} to="/register">
                    {words.register}
                  </Link>
                  <Link className={takesAnyone ? 'button quiet' : 'button'} to="/login">
                    {words.logIn}
                  </Link>
                </>
              )}
            </div>
          </div>
          <div className="scene">
            <div className="phone">
              <img className="when-light" src={light} alt={words.phone} {...PHONE_SIZE} loading="lazy" />
              <img className="when-dark" src={dark} alt={words.phone} {...PHONE_SIZE} loading="lazy" />
            </div>
          </div>
        </section>
        <ul className="reasons">
          {reasonsIn(reader, words).map(({ icon, title, text }) => (
            <li key={title}>
              <Icon of={icon} size={22} />
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </main>
      <footer>
        <LanguageChoice />
        {words.madeBy}
      </footer>
    </PublicPage>
  )
}

function FirstSteps({ registration }: { registration: Registration }) {
  const words = useWords(landing)
  const serverIsNew = <b>{words.serverIsNew}</b>
  return (
    <p className="first-steps">
      <Icon of={Sprout} size={20} />
      <span>
        {registration !== 'closed'
          ? words.noAccountsYet({
              serverIsNew,
              createFirst: <Link to="/register">{words.createFirst}</Link>,
            })
          : words.noAccountsAndClosed({ serverIsNew, command: <code>npm run larder -- user add</code> })}
      </span>
    </p>
  )
}
