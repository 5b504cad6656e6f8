import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { ChefHat, ListChecks, ReceiptText, Sprout } from 'lucide'
import { isFresh, type Registration, registrationOf } from '#app/domain/registration.ts'
import { currentUser } from '#app/http/auth.ts'
import dark from '#app/ui/art/landing-dark.svg'
import light from '#app/ui/art/landing-light.svg'
import { Icon } from '#app/ui/Icon.tsx'
import { PublicPage } from '#app/ui/PublicPage.tsx'

const DESCRIPTION = 'An AI-powered tool to streamline your grocery lists, track expenses and store receipts.'

const FEATURES = [
  {
    icon: ListChecks,
    title: 'Lists that add up',
    text: 'Quantities, prices, and what it will all cost before you leave home.',
  },
  {
    icon: ChefHat,
    title: 'Dinner in, groceries out',
    text: 'Name a dish, and AI writes its ingredients onto your list.',
  },
  {
    icon: ReceiptText,
    title: 'Receipts where they belong',
    text: 'A photo beside the list it paid for, there when you need it.',
  },
]

export const meta: MetaFunction = () => [
  { title: 'Larder: grocery lists for your household' },
  { name: 'description', content: DESCRIPTION },
]

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const user = await currentUser(services, request)
  const fresh = isFresh(services) ? registrationOf(services) : undefined
  return { lists: user && `/?userID=${user.id}`, fresh }
}

export default function Landing() {
  const { lists, fresh } = useLoaderData<typeof loader>()
  return (
    <PublicPage className="landing">
      <main>
        <section className="hero">
          <div className="words">
            <h1>
              <span>Shop once.</span> <span>Forget nothing.</span>
            </h1>
            <p className="lead">{DESCRIPTION}</p>
            {fresh && <FirstSteps registration={fresh} />}
            <div className="ways-in">
              {lists ? (
                <Link className="button" to={lists}>
                  Your lists
                </Link>
              ) : (
                <>
                  <Link className={fresh === 'open' ? 'button quiet' : 'button'} to="/login">
                    Login
                  </Link>
                  <Link className={fresh === 'open' ? 'button' : 'button quiet'} to="/register">
                    Register
                  </Link>
                </>
              )}
            </div>
          </div>
          <div className="art">
            <img className="when-light" src={light} alt="" width="560" height="460" />
            <img className="when-dark" src={dark} alt="" width="560" height="460" loading="lazy" />
          </div>
        </section>
        <ul className="features">
          {FEATURES.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon of={icon} size={24} />
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </main>
      <footer>Made with care by the developers of Larder.</footer>
    </PublicPage>
  )
}

/** For whoever has just set it up: there is nobody yet who could log in. */
function FirstSteps({ registration }: { registration: Registration }) {
  return (
    <p className="first-steps">
      <Icon of={Sprout} size={20} />
      <span>
        <b>This is a fresh Larder:</b>{' '}
        {registration === 'open' ? (
          <>
            nobody has an account yet. <Link to="/register">Make the first one</Link>.
          </>
        ) : (
          <>
            nobody has an account yet, and registration is closed. Whoever runs it makes the first one with{' '}
            <code>npm run larder -- user add</code>.
          </>
        )}
      </span>
    </p>
  )
}
