import type { ReactNode } from 'react'
import { Art } from './Art.tsx'

interface Props {
  art: string
  text: string
  /** How it became empty. */
  children?: ReactNode
}

export function EmptyState({ art, text, children }: Props) {
  return (
    <div className="empty-state">
      <Art svg={art} />
      <p>{text}</p>
      {children}
    </div>
  )
}
