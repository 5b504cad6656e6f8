import { Form, Link } from '@remix-run/react'
import { ArrowLeft, LogOut, Settings } from 'lucide'
import { Brand } from './Brand.tsx'
import { Icon } from './Icon.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

interface Props {
  /** On the lists page: the name in the greeting. */
  greet?: string
  /** On the pages below it: the title, and the user whose lists the back button opens. */
  page?: { title: string; ownerId: string }
}

/** The bar at the top of signed-in pages. */
export function NavBar({ greet, page }: Props) {
  return (
    <header className="bar">
      {page && (
        <Form method="post" action={`/back/${page.ownerId}`}>
          <button type="submit" className="button icon" aria-label="Back to your lists">
            <Icon of={ArrowLeft} />
          </button>
        </Form>
      )}
      <Brand />
      {page ? <h1 className="where">{page.title}</h1> : <p className="where">{greet && `Hello, ${greet}`}</p>}
      {!page && (
        <Link to="/settings" className="button icon" aria-label="Settings">
          <Icon of={Settings} />
        </Link>
      )}
      <ThemeToggle />
      <Form method="post" action="/logout">
        <button type="submit" className="button quiet logout" aria-label="Logout">
          <Icon of={LogOut} />
          <span>Logout</span>
        </button>
      </Form>
    </header>
  )
}
