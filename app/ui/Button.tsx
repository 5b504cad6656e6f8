import type { ButtonHTMLAttributes, ReactNode } from 'react'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'main' | 'quiet' | 'danger' | 'icon'
  /** A request is under way: the button says so and cannot be pressed again. */
  pending?: boolean
  pendingText?: ReactNode
}

export function Button({ look = 'main', pending, pendingText, children, className = '', ...rest }: Props) {
  return (
    <button
      type="submit"
      className={`button ${look} ${className}`.trim()}
      disabled={pending}
      aria-busy={pending || undefined}
      {...rest}
    >
      {pending && pendingText ? pendingText : children}
    </button>
  )
}
