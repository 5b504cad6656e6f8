import type { ReactNode } from 'react'

interface Props {
  on: boolean
  disabled: boolean
  children: ReactNode
}

export function Switch({ on, disabled, children }: Props) {
  return (
    <button type="submit" role="switch" aria-checked={on} className="switch" disabled={disabled}>
      {children}
    </button>
  )
}
