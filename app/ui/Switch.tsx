import type { ReactNode } from 'react'

export function Switch({ on, disabled, children }: { on: boolean; disabled: boolean; children: ReactNode }) {
  return (
    <button type="submit" role="switch" aria-checked={on} className="switch" disabled={disabled}>
      {children}
    </button>
  )
}
