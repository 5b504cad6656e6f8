import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { Sprout } from 'lucide'
import { hasNoUsers, type Registration, registrationOf } from '#app/domain/accounts/registration.ts'
import { currentUser } from '#app/http/in/auth.ts'
import { WaitingForSignIn } from '#app/offline/page/WaitingForSignIn.tsx'
import darkPhone from '#app/ui/art/phone-dark.webp'
import lightPhone from '#app/ui/art/phone-light.webp'
import { Icon } from '#app/ui/Icon.tsx'
import { PublicPage } from '#app/ui/PublicPage.tsx'

const DESCRIPTION = 'An AI-powered tool to streamline your grocery lists, track expenses and store receipts.'

const PHONE =
  'A list in Larder on a phone: open items with quantities and prices, ticked items below, an estimated total of $ 38.99.'
const PHONE_SIZE = { width: 480, height: 1000 }

const REASONS = [
  {
    title: 'Shared with your household',
    text: 'A tick shows on every phone at once. Guests need a link, not an account.',
  },
  {
    title: 'Works without reception',
    text: 'Tick and add in the basement of the supermarket. Larder sends it later.',
  },
  {
    title: 'Undo for 30 days',
    text: 'A tick, an edit, even a deleted list.',
  },
  {
    title: 'On your own server',
    text: 'Your lists stay with you. No account anywhere else.',
  },
  {
    title: 'Loses nothing',
    text: 'What is saved stays saved, even in a power cut.',
  },
  {
    title: 'Fast on old phones',
    text: 'Pages are small and open fast, even on a bad connection.',
  },
]

export const meta: MetaFunction = () => [
  { title: 'Larder: grocery lists for your household' },
  { name: 'description', content: DESCRIPTION },
]

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const user = await currentUser(services, request)
  const registration = await registrationOf(services)
  const fresh = (await hasNoUsers(services)) ? registration : undefined
  // The first account needs no invitation.
  const takesAnyone = registration === 'open' || (fresh !== undefined && fresh !== 'closed')
  return { lists: user && `/?userID=${user.id}`, fresh, takesAnyone }
}

export default function Landing() {
  const { lists, fresh, takesAnyone } = useLoaderData<typeof loader>()
  return (
    <PublicPage className="landing">
      <main>
        <section className="hero">
          <div className="text">
            <h1>
              <span>Shop once.</span> <span>Forget nothing.</span>
            </h1>
            <p className="lead">{DESCRIPTION}</p>
            {fresh && <FirstSteps registration={fresh} />}
            {!lists && <WaitingForSignIn />}
            <div className="actions">
              {lists ? (
                <Link className="button" to={lists}>
                  Your lists
                </Link>
              ) : (
                <>
                  <Link className={takesAnyone ? 'button' : 'button quiet'} to="/register">
                    Register
                  </Link>
                  <Link className={takesAnyone ? 'button quiet' : 'button'} to="/login">
                    Login
                  </Link>
                </>
              )}
            </div>
          </div>
          <div className="scene">
            <div className="phone">
              <img className="when-light" src={lightPhone} alt={PHONE} {...PHONE_SIZE} loading="lazy" />
              <img className="when-dark" src={darkPhone} alt={PHONE} {...PHONE_SIZE} loading="lazy" />
            </div>
          </div>
        </section>
        <ul className="reasons">
          {REASONS.map(({ title, text }) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </main>
      <footer>Made with care by the Larder developers.</footer>
    </PublicPage>
  )
}

function FirstSteps({ registration }: { registration: Registration }) {
  return (
    <p className="first-steps">
      <Icon of={Sprout} size={20} />
      <span>
        <b>This server is new:</b> it has no accounts yet
        {registration !== 'closed' ? (
          <>
            . <Link to="/register">Create the first one</Link>.
          </>
        ) : (
          <>
            , and registration is closed. The person who runs it can create one with{' '}
            <code>npm run larder -- user add</code>.
          </>
        )}
      </span>
    </p>
  )
}
