import type { ReactNode } from 'react'
import { Time } from './Time.tsx'

interface Props {
  text: string
  at: number
  className?: string | undefined
  /** Buttons. */
  children: ReactNode
}

/** What happened, when, and what can be done about it. */
export function ActRow({ text, at, className, children }: Props) {
  return (
    <li className={className}>
      <p dir="auto">
        {text} <Time at={at} />
      </p>
      {children}
    </li>
  )
}
