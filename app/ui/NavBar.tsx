import { Form, Link } from '@remix-run/react'
import { ArrowLeft, LogOut, Settings } from 'lucide'
import { Brand } from './Brand.tsx'
import { Icon } from './Icon.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

interface Props {
  /** On the lists page: whom to greet. */
  greet?: string
  /** On the pages behind it: the page's name, and whose lists the way back leads to. */
  list?: { name: string; createdBy: string }
}

/** The bar of signed-in pages. */
export function NavBar({ greet, list }: Props) {
  return (
    <header className="bar">
      {list && (
        <Form method="post" action={`/back/${list.createdBy}`}>
          <button type="submit" className="button icon" aria-label="Back to your lists">
            <Icon of={ArrowLeft} />
          </button>
        </Form>
      )}
      <Brand />
      {list ? <h1 className="where">{list.name}</h1> : <p className="where">{greet && `Hello, ${greet}`}</p>}
      {!list && (
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
