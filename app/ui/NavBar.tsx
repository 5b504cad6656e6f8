import { Form, Link, useNavigate } from '@remix-run/react'
import { ArrowLeft, Settings, UserPlus, Users } from 'lucide'
import type { Message } from '#app/domain/flashes.ts'
import { Logout } from '#app/offline/page/Logout.tsx'
import { useNeedsConnection } from '#app/offline/page/useNeedsConnection.ts'
import { listPath, listsPath } from '#app/protocol/paths.ts'
import { Brand } from './Brand.tsx'
import { Icon } from './Icon.tsx'
import { MessageSlot } from './Messages.tsx'
import { Sum } from './Sum.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

interface Props {
  greet?: string
  /** `userId` is needed if the list may be someone else's. */
  page?: { title: string; subtitle?: string } & (
    | { ownerId: string; userId?: string; share?: { to: string; isShared: boolean } }
    | { listId: string }
    | { above: { path: string; name: string } }
  )
  message?: Message | undefined
  messages?: boolean
}

export function NavBar({ greet, page, message, messages = true }: Props) {
  const navigate = useNavigate()
  const needsConnection = useNeedsConnection()
  return (
    <header className="bar">
      {page && 'ownerId' in page && (
        <Form
          className="back"
          method="post"
          action={`/back/${page.ownerId}`}
          onSubmit={(event) => {
            event.preventDefault()
            navigate(listsPath(page.userId ?? page.ownerId))
          }}
        >
          <button type="submit" className="button icon" aria-label="Back to your lists">
            <Icon of={ArrowLeft} />
          </button>
        </Form>
      )}
      {page && 'listId' in page && (
        <Link to={listPath(page.listId)} className="button icon back" aria-label="Back to the list">
          <Icon of={ArrowLeft} />
        </Link>
      )}
      {page && 'above' in page && (
        <Link to={page.above.path} className="button icon back" aria-label={`Back to ${page.above.name}`}>
          <Icon of={ArrowLeft} />
        </Link>
      )}
      <Brand />
      {page ? (
        <div className="where">
          <h1 dir="auto">{page.title}</h1>
          {page.subtitle && (
            <p>
              <Sum text={page.subtitle} />
            </p>
          )}
        </div>
      ) : (
        <p className="where">{greet && `Hello, ${greet}`}</p>
      )}
      {messages && <MessageSlot own={message} />}
      {!page && (
        <Link to="/settings" className="button icon" aria-label="Settings" {...needsConnection('Settings')}>
          <Icon of={Settings} />
        </Link>
      )}
      {page && 'share' in page && page.share && (
        <Link
          to={page.share.to}
          className="button icon share"
          aria-label={page.share.isShared ? 'People' : 'Share'}
          {...needsConnection('Sharing')}
        >
          <Icon of={page.share.isShared ? Users : UserPlus} />
          <span>{page.share.isShared ? 'People' : 'Share'}</span>
        </Link>
      )}
      <ThemeToggle />
      <Logout />
    </header>
  )
}
