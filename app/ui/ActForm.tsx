import { type FormEvent, type ReactNode, useRef } from 'react'
import type { Act } from '#app/acts/acts.ts'
import { submitOrSay } from '#app/browser/send.ts'
import { useBrowserLayoutEffect } from '#app/browser/useBrowserLayoutEffect.ts'
import { newId } from '#app/domain/ids.ts'
import { HiddenFields } from './HiddenFields.tsx'

interface Props {
  /**
   * With the operation's ID: without JavaScript it is nextId, with it each submission has a new one. What was typed is
   * there once the form is sent.
   */
  act(id: string, typed?: FormData): Act
  nextId?: string | undefined
  className?: string
  onSend?(): void
  onRefused?(message: string): void
  children: ReactNode
}

export function ActForm({ act, nextId = '', className, onSend, onRefused, children }: Props) {
  const ref = useRef<HTMLFormElement>(null)
  // Some buttons disappear when they are used.
  useBrowserLayoutEffect(() => {
    const form = ref.current
    return () => {
      if (form?.contains(document.activeElement)) setTimeout(rescueFocus)
    }
  }, [])

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void submitOrSay(act(newId(), new FormData(event.currentTarget)), onRefused)
    onSend?.()
  }

  const { path, fields } = act(nextId)
  return (
    <form ref={ref} method="post" action={path} className={className} onSubmit={send}>
      <HiddenFields of={fields} />
      {children}
    </form>
  )
}

export function rescueFocus() {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('.add-item, [data-rescues-focus]')?.focus()
}
