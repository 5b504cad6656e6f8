import type { ReactNode } from 'react'

export function FormError({ id, children }: { id?: string; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className="form-error" role="alert">
      {children}
    </p>
  )
}
