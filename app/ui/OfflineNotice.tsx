import type { ReactNode } from 'react'
import { Art } from './Art.tsx'

interface Props {
  art: string
  /** Where the lists are that can be opened now. */
  lists?: ReactNode
  children?: ReactNode
}

/** Without hooks, because the service worker renders it, too. */
export function OfflineNotice({ art, lists, children }: Props) {
  return (
    <main>
      <Art svg={art} />
      <h1>You're offline</h1>
      <p>Larder can't be reached.{!lists && ' Your lists are safe on the server.'}</p>
      {lists}
      {children}
      {/* biome-ignore lint/a11y/useValidAnchor: loads the same URL again, whatever it is */}
      <a className={lists ? 'button quiet' : 'button'} href="">
        Try again
      </a>
    </main>
  )
}
