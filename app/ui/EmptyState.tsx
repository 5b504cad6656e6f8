import type { ReactNode } from 'react'

export function EmptyState({ art, children }: { art: ReactNode; children: ReactNode }) {
  return (
    <div className="empty-state">
      {art}
      <p>{children}</p>
    </div>
  )
}
