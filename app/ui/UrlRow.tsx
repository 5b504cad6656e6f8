import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { sharing } from '#app/words/en/sharing.ts'
import { useWords } from '#app/words/useWords.ts'
import { Shown, type ShownUrl } from './Shown.tsx'

interface Props {
  title: string
  shared: { id: string; isLost: boolean }
  shown: ShownUrl | undefined
  showPath: string
  /** The name of the button for screen readers. */
  showLabel: string
  /** The form that ends it. */
  end: ReactNode
  children: ReactNode
}

/** A link or an invitation, which can be shown again and ended. */
export function UrlRow({ title, shared: { id, isLost }, shown, showPath, showLabel, end, children }: Props) {
  const words = useWords(sharing)
  const isShown = shown?.id === id
  return (
    <li>
      <h3 dir="auto">{title}</h3>
      <p>{isLost ? words.withoutUrl({ about: children }) : children}</p>
      {isShown && <Shown {...shown} />}
      <div className="choices">
        {!isLost && !isShown && (
          <Link className="button quiet" to={showPath} aria-label={showLabel} replace preventScrollReset>
            {words.show}
          </Link>
        )}
        {end}
      </div>
    </li>
  )
}
