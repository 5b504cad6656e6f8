import type { ReactNode } from 'react'
import { Art } from './Art.tsx'

/** Without hooks, because the service worker renders it, too. */
export function OfflineNotice({ art, children }: { art: string; children?: ReactNode }) {
  return (
    <main>
      <Art svg={art} />
      <h1>You're offline</h1>
      <p>Larder can't be reached. Your lists are safe on the server.</p>
      {children}
      {/* biome-ignore lint/a11y/useValidAnchor: loads the same URL again, whatever it is */}
      <a className="button" href="">
        Try again
      </a>
    </main>
  )
}
