import { useFetcher } from '@remix-run/react'
import type { ReactNode } from 'react'
import { actKey } from './showMessage.ts'

interface Props {
  action: string
  className?: string
  /** Hidden fields. */
  fields?: Record<string, string>
  /** The button. */
  children: ReactNode
}

/** A form with nothing but a button. With JavaScript it is sent in the background, and a toast shows the reply. */
export function ActForm({ action, className, fields = {}, children }: Props) {
  const { state, submit } = useFetcher({ key: actKey(action) })
  return (
    <form
      method="post"
      action={action}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        // A second request would cancel the first one's answer.
        if (state === 'idle') submit(event.currentTarget)
      }}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
