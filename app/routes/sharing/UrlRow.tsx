import { Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { sharingPath } from '#app/protocol/paths.ts'
import { sharing } from '#app/words/en/sharing.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'
import { SharingIntent } from './SharingIntent.tsx'
import { Shown } from './Shown.tsx'

interface Props {
  title: string
  shared: { id: string; isLost: boolean }
  /** The names of the buttons for screen readers. */
  showLabel: string
  label: string
  intent: string
  fields: Record<string, string>
  submit: string
  children: ReactNode
}

/** A link or an invitation, which can be shown again and ended. */
export function UrlRow({ title, shared: { id, isLost }, showLabel, children, ...end }: Props) {
  const { list, owner } = useLoaderData<typeof loader>()
  const words = useWords(sharing)
  const shown = owner?.shown?.id === id ? owner.shown : undefined
  return (
    <li>
      <h3 dir="auto">{title}</h3>
      <p>{isLost ? words.withoutUrl({ about: children }) : children}</p>
      <div className="choices">
        {!isLost && !shown && (
          <Link
            className="button quiet"
            to={sharingPath(list.id, id)}
            aria-label={showLabel}
            replace
            preventScrollReset
          >
            {words.show}
          </Link>
        )}
        <SharingIntent {...end} variant="danger" />
      </div>
      {shown && <Shown {...shown} />}
    </li>
  )
}
