import { useFetcher } from '@remix-run/react'
import { type ReactNode, useRef } from 'react'
import { newId } from '#app/domain/ids.ts'
import { useBrowserLayoutEffect } from './browser/useBrowserLayoutEffect.ts'
import { HiddenFields } from './HiddenFields.tsx'

interface Props {
  action: string
  fetcherKey?: string
  className?: string
  /** The operation's ID without JavaScript; with it, each submission has a new one. */
  nextId?: string | undefined
  fields?: Record<string, string>
  onSend?(): void
  children: ReactNode
}

export function ActForm({
  action,
  fetcherKey = action,
  className,
  nextId,
  fields = {},
  onSend,
  children,
}: Props) {
  const { state, submit } = useFetcher({ key: fetcherKey })
  const ref = useRef<HTMLFormElement>(null)
  // Some buttons disappear when they are used.
  useBrowserLayoutEffect(() => {
    const form = ref.current
    return () => {
      if (form?.contains(document.activeElement)) setTimeout(rescueFocus)
    }
  }, [])
  return (
    <form
      ref={ref}
      method="post"
      action={action}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        // A second request would cancel the first one's response.
        if (state !== 'idle') return
        const sent = new FormData(event.currentTarget)
        if (nextId !== undefined) sent.set('id', newId())
        submit(sent, { method: 'post', action })
        onSend?.()
      }}
    >
      {nextId !== undefined && <input type="hidden" name="id" value={nextId} />}
      <HiddenFields of={fields} />
      {children}
    </form>
  )
}

function rescueFocus() {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('.add-item, [data-rescues-focus]')?.focus()
}
