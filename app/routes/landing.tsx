import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { Check } from 'lucide-react'
import { currentUser } from '#app/http/session.ts'
import dark from '#app/ui/art/landing-dark.svg'
import light from '#app/ui/art/landing-light.svg'
import { Brand } from '#app/ui/Brand.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { ThemeToggle } from '#app/ui/ThemeToggle.tsx'

const DESCRIPTION =
  'An AI-powered tool that streamlines your grocery lists, tracks what they cost and keeps the receipts.'

const PROMISES = [
  'Several lists, each with quantities, prices and an estimated total',
  'A receipt photo on every list, and ingredients from the name of a dish',
  'Yours alone: on your own server, on any phone, even in bad reception',
]

export const meta: MetaFunction = () => [
  { title: 'Larder: grocery lists for your household' },
  { name: 'description', content: DESCRIPTION },
]

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const user = await currentUser(services, request)
  return { lists: user && `/?userID=${user.id}` }
}

export default function Landing() {
  const { lists } = useLoaderData<typeof loader>()
  return (
    <div className="landing">
      <header>
        <Brand />
        <ThemeToggle />
      </header>
      <main>
        <div>
          <h1>What is in the larder, and what is missing</h1>
          <p className="lead">{DESCRIPTION}</p>
          <div className="ways-in">
            {lists ? (
              <Link className="button" to={lists}>
                Your lists
              </Link>
            ) : (
              <>
                <Link className="button" to="/login">
                  Login
                </Link>
                <Link className="button quiet" to="/register">
                  Register
                </Link>
              </>
            )}
          </div>
          <ul className="promises">
            {PROMISES.map((promise) => (
              <li key={promise}>
                <Icon of={Check} size={18} />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <img className="art when-light" src={light} alt="" width="560" height="460" />
          <img className="art when-dark" src={dark} alt="" width="560" height="460" loading="lazy" />
        </div>
      </main>
      <footer>Made with care by the developers of Larder.</footer>
    </div>
  )
}
