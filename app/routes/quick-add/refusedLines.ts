import type { ClientActionFunctionArgs } from '@remix-run/react'
import { useEffect, useSyncExternalStore } from 'react'
import { isReply, showingReply } from '#app/ui/replies.ts'

// Lines that the server refused, or that didn't reach it, go back to where they were typed.

let refused = ''
const listeners = new Set<() => void>()

function set(text: string) {
  refused = text
  for (const listener of listeners) listener()
}

export async function reportingLines(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData()
  const reply = await showingReply(args)
  const isTyped = !form.has('preview') && !form.has('check')
  if (isTyped && isReply(reply) && !reply.ok) {
    set([refused, String(form.get('lines') ?? '')].filter(Boolean).join('\n'))
  }
  return reply
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls back with lines that came back. */
export function useRefusedLines(giveBack: (text: string) => void): void {
  const text = useSyncExternalStore(
    subscribe,
    () => refused,
    () => '',
  )
  useEffect(() => {
    if (!text) return
    set('')
    giveBack(text)
  }, [text, giveBack])
}
