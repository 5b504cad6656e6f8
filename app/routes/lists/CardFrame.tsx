import type { ReactNode } from 'react'
import { Sum } from '#app/ui/Sum.tsx'

interface Props {
  list: { id: string; name: string; sum: string; pending?: boolean | undefined }
  className?: string
  when: ReactNode
  children: ReactNode
}

/** A list on the lists page. Without hooks, because the service worker renders it, too. */
export function CardFrame({ list: { id, name, sum, pending }, className = '', when, children }: Props) {
  return (
    <li id={`list-${id}`} className={`card list-card${className}`} aria-busy={pending || undefined}>
      <div className="about">
        <h2 dir="auto">{name}</h2>
        <p>
          <Sum text={sum} />
        </p>
        <p className="when">{when}</p>
      </div>
      {children}
    </li>
  )
}
