import type { ReactNode } from 'react'
import { offline } from '#app/words/en/offline.ts'
import { useWords } from '#app/words/useWords.ts'
import { Art } from './Art.tsx'

interface Props {
  art: string
  /** Links to the lists on this device. */
  lists?: ReactNode
  children?: ReactNode
}

/** Without state or effects, because the service worker renders it, too. */
export function OfflineNotice({ art, lists, children }: Props) {
  const words = useWords(offline)
  return (
    <main>
      <Art svg={art} />
      <h1>{words.offline}</h1>
      <p>{lists ? words.unreached : words.unreachedSafe}</p>
      {lists}
      {children}
      {/* biome-ignore lint/a11y/useValidAnchor: loads the same URL again, whatever it is */}
      <a className={lists ? 'button quiet' : 'button'} href="">
        {words.tryAgain}
      </a>
    </main>
  )
}
