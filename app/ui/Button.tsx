import type { ButtonHTMLAttributes, ReactNode } from 'react'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'quiet' | 'danger'
  pending?: boolean
  pendingText?: ReactNode
}

export function Button({ variant, pending, pendingText, children, className, ...rest }: Props) {
  return (
    <button
      type="submit"
      className={['button', variant, className].filter(Boolean).join(' ')}
      disabled={pending}
      aria-busy={pending || undefined}
      {...rest}
    >
      {pending && pendingText ? pendingText : children}
    </button>
  )
}
