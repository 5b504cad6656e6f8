import type { ReactNode } from 'react'
import { Time } from './Time.tsx'

interface Props {
  text: string
  at: number
  className?: string | undefined
  children: ReactNode
}

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
