import type { ReactNode } from 'react'

interface Props {
  title: string
  open?: boolean
  children: ReactNode
}

/** Opening one closes the others, and none is longer than a phone's screen. */
export function Part({ title, open, children }: Props) {
  return (
    <details className="card" name="settings" open={open || undefined}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className="part">{children}</div>
    </details>
  )
}
