import type { ReactNode } from 'react'
import { Art } from './Art.tsx'

interface Props {
  art: string
  children: ReactNode
  /** Leads to what was here before. */
  link?: ReactNode
}

export function EmptyState({ art, children, link }: Props) {
  return (
    <div className="empty-state">
      <Art svg={art} />
      <p>{children}</p>
      {link}
    </div>
  )
}
