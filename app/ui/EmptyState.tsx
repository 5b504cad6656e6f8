import type { ReactNode } from 'react'
import { Art } from './Art.tsx'

export function EmptyState({ art, children }: { art: string; children: ReactNode }) {
  return (
    <div className="empty-state">
      <Art svg={art} />
      <p>{children}</p>
    </div>
  )
}
