import { Form, Link, useNavigate } from '@remix-run/react'
import { ArrowLeft, Settings, UserPlus, Users } from 'lucide'
import type { ReactNode } from 'react'
import type { Message } from '#app/domain/flashes.ts'
import { Logout } from '#app/offline/page/Logout.tsx'
import { useNeedsConnection } from '#app/offline/page/useNeedsConnection.ts'
import { listPath, listsPath } from '#app/protocol/paths.ts'
import { Brand } from './Brand.tsx'
import { Icon } from './Icon.tsx'
import { MessageSlot } from './Messages.tsx'
import { Sum } from './Sum.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

interface Title {
  title: string
  subtitle?: string
  /** How much of the list is in the basket: the cloth below the bar. */
  basket?: { value: number; max: number }
  /** Opens from the title. */
  menu?: ReactNode
}

/** Without a title, messages have the bar to themselves. */
interface Page extends Partial<Title> {
  ownerId?: string
  /** If the list may be someone else's. */
  userId?: string
  share?: { to: string; label: 'Share' | 'People' }
  listId?: string
  above?: { path: string; name: string }
}

interface Greeted {
  name: string
  menu: ReactNode
}

interface Props {
  greet?: Greeted
  page?: Page
  message?: Message
  messages?: boolean
}

export function NavBar({ greet, page, message, messages = true }: Props) {
  const navigate = useNavigate()
  const needsConnection = useNeedsConnection()
  const { ownerId, userId, share, listId }: Partial<Page> = page ?? {}
  const above = listId ? { path: listPath(listId), name: 'the list' } : page?.above
  return (
    <header className="bar">
      {ownerId && (
        <Form
          className="back"
          method="post"
          action={`/back/${ownerId}`}
          onSubmit={(event) => {
            event.preventDefault()
            navigate(listsPath(userId ?? ownerId))
          }}
        >
          <button type="submit" className="button icon" aria-label="Back to your lists">
            <Icon of={ArrowLeft} />
          </button>
        </Form>
      )}
      {above && (
        <Link to={above.path} className="button icon back" aria-label={`Back to ${above.name}`}>
          <Icon of={ArrowLeft} />
        </Link>
      )}
      <Brand />
      {page?.title ? <Where {...page} title={page.title} /> : <Greeting {...greet} />}
      {messages && <MessageSlot own={message} />}
      {!page && (
        <Link to="/settings" className="button icon" aria-label="Settings" {...needsConnection('Settings')}>
          <Icon of={Settings} />
        </Link>
      )}
      {share && (
        <Link
          to={share.to}
          className="button icon share"
          aria-label={share.label}
          {...needsConnection('Sharing')}
        >
          <Icon of={share.label === 'People' ? Users : UserPlus} />
          <span>{share.label}</span>
        </Link>
      )}
      <ThemeToggle />
      <Logout />
      <Cloth basket={page?.basket} />
    </header>
  )
}

function Where({ title, subtitle, menu }: Title) {
  return (
    <div className="where">
      <h1 dir="auto">{title}</h1>
      {menu}
      {subtitle && (
        <p>
          <Sum text={subtitle} />
        </p>
      )}
    </div>
  )
}

const Greeting = ({ name, menu }: Partial<Greeted>) => (
  <div className="where">
    {name !== undefined && <p>Hello, {name}</p>}
    {menu}
  </div>
)

/** Hidden, because the subtitle says the same in words. */
const Cloth = ({ basket }: Pick<Title, 'basket'>) =>
  basket ? <progress className="cloth" aria-hidden {...basket} /> : null

export function GuestBar(props: Title) {
  return (
    <header className="bar alone">
      <Brand />
      <Where {...props} />
      <ThemeToggle />
      <Cloth basket={props.basket} />
    </header>
  )
}
