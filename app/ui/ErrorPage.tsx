import type { ReactNode } from 'react'
import { Art } from './Art.tsx'
import plateArt from './art/empty-items.svg?raw'
import notFoundArt from './art/not-found.svg?raw'
import troubleArt from './art/trouble.svg?raw'
import { OfflineNotice } from './OfflineNotice.tsx'
import { PublicPage } from './PublicPage.tsx'

export const NO_ANSWER = 0

/** Documents have the right ones; a script that has them would be 900 bytes longer for everybody. */
const [MISSING, TROUBLE] = import.meta.env.SSR ? [notFoundArt, troubleArt] : [plateArt, plateArt]

const MESSAGES: Record<number, { title: string; text: string }> = {
  403: { title: "You can't do this", text: 'Nothing was changed.' },
  404: { title: 'Page not found', text: "This page doesn't exist or was deleted." },
  405: { title: "That didn't work", text: "This page doesn't support that action. Nothing was changed." },
  413: { title: 'Too large', text: "Larder can't accept that much data at once. Nothing was changed." },
  429: { title: 'Too many requests', text: 'Wait a moment and try again.' },
  503: { title: 'Server busy', text: 'Your lists are safe. Try again in a moment.' },
  507: { title: 'Disk full', text: "The server can't save anything right now. Your lists are still there." },
}

const TITLES: Record<string, string> = {
  'link-gone': 'Link not found',
  'invite-not-found': 'Invitation not found',
}

const OTHER_CLIENT_ERROR = {
  title: "That didn't work",
  text: "The server couldn't understand this request. Nothing was changed.",
}

const SERVER_ERROR = {
  title: 'Something went wrong',
  text: 'There was an error on the server. Everything you saved is safe. Try again.',
}

interface FailureProps {
  status: number
  code?: string
  sentence?: string
  requestId?: string
  children?: ReactNode
}

/** Never shows an unexpected error's message: only the log has it. */
export function ErrorPage(props: FailureProps) {
  return (
    <PublicPage className="notice">
      <FailureText {...props} />
    </PublicPage>
  )
}

export function FailureText({ status, code, sentence, requestId, children }: FailureProps) {
  if (status === NO_ANSWER) return <OfflineNotice art={TROUBLE}>{children}</OfflineNotice>
  const { title, text } = MESSAGES[status] ?? (status < 500 ? OTHER_CLIENT_ERROR : SERVER_ERROR)
  return (
    <main>
      <Art svg={status === 404 ? MISSING : TROUBLE} />
      <h1>{TITLES[code ?? ''] ?? title}</h1>
      <p>{sentence ?? text}</p>
      {status === 500 && requestId && (
        <p>
          If you report this, include this number: <code>{requestId}</code>
        </p>
      )}
      {children}
      <a className="button" href="/">
        Back to Larder
      </a>
    </main>
  )
}
