import { useNavigate } from '@remix-run/react'
import { ArrowLeft, Settings, UserPlus, Users } from 'lucide'
import type { ReactNode } from 'react'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import type { Message } from '#app/domain/flashes.ts'
import { listPath, listsPath } from '#app/protocol/paths.ts'
import { Logout } from '#app/ui/offline/Logout.tsx'
import { common } from '#app/words/en/common.ts'
import { useWords } from '#app/words/useWords.ts'
import { Brand } from './Brand.tsx'
import { Cloth } from './Cloth.tsx'
import { Icon } from './Icon.tsx'
import { MessageSlot, MiddleOfBar } from './Messages.tsx'
import { PageLink } from './PageLink.tsx'
import { Sum } from './Sum.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

interface Title {
  title: string
  subtitle?: string
  /** How much of the list is in the basket: the cloth below the bar. */
  basket?: { items: number; done: number }
}

interface Page extends Partial<Title> {
  /** Whether an Undo of another list is offered here, or waits until that list is opened again. */
  offersUndo?: boolean
  ownerId?: string
  /** If the list may be someone else's. */
  userId?: string
  share?: { to: string; label: 'Share' | 'People'; isShared: boolean }
  /** What can be done with the list. */
  menu?: ReactNode
  listId?: string
  above?: { path: string; label: string }
}

interface Props {
  greet?: string
  page?: Page
  message?: Message
  messages?: boolean
}

export function NavBar({ greet, page, message, messages = true }: Props) {
  const words = useWords(common)
  const navigate = useNavigate()
  const needsConnection = useNeedsConnection()
  const { ownerId, userId, share, listId }: Partial<Page> = page ?? {}
  const above = listId ? { path: listPath(listId), label: words.backToList } : page?.above
  const isPeople = share?.label === 'People'
  return (
    <header className="bar">
      {ownerId && (
        <form
          className="back"
          method="post"
          action={`/back/${ownerId}`}
          onSubmit={(event) => {
            event.preventDefault()
            navigate(listsPath(userId ?? ownerId))
          }}
        >
          <button type="submit" className="button icon" aria-label={words.backToLists}>
            <Icon of={ArrowLeft} />
          </button>
        </form>
      )}
      {above && (
        <PageLink to={above.path} className="button icon back" aria-label={above.label}>
          <Icon of={ArrowLeft} />
        </PageLink>
      )}
      <Brand />
      <MiddleOfBar>
        {page?.title ? <Where {...page} title={page.title} /> : <Greeting name={greet} />}
      </MiddleOfBar>
      {messages && <MessageSlot own={message} offersUndo={page?.offersUndo ?? false} />}
      {!page && (
        <PageLink
          to="/settings"
          className="button icon"
          aria-label={words.settings}
          {...needsConnection(words.settings)}
        >
          <Icon of={Settings} />
        </PageLink>
      )}
      {share && (
        <PageLink
          to={share.to}
          className="button icon share"
          aria-label={isPeople ? words.people : words.share}
          {...needsConnection(words.sharing)}
        >
          <Icon of={share.isShared ? Users : UserPlus} />
          <span>{isPeople ? words.people : words.share}</span>
        </PageLink>
      )}
      {page?.menu}
      <ThemeToggle />
      <Logout />
      {/* The key: another list shows its own progress at once, without moving there from the last one's. */}
      {page?.basket && <Cloth key={page.title} {...page.basket} />}
    </header>
  )
}

/** As many characters fit on one line of a phone's bar. */
const LONG = 12

function Where({ title, subtitle }: Title) {
  return (
    <div className="where">
      <h1 dir="auto" className={title.length > LONG ? 'long' : undefined}>
        {title}
      </h1>
      {subtitle && (
        <p>
          <Sum text={subtitle} />
        </p>
      )}
    </div>
  )
}

function Greeting({ name }: { name: string | undefined }) {
  const words = useWords(common)
  return <div className="where">{name !== undefined && <p>{words.hello({ name })}</p>}</div>
}

export function GuestBar(props: Title) {
  return (
    <header className="bar alone">
      <Brand />
      <MiddleOfBar>
        <Where {...props} />
      </MiddleOfBar>
      <ThemeToggle />
      <Cloth {...props.basket} />
    </header>
  )
}
