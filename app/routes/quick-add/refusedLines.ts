import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from '@remix-run/react'
import { useEffect, useSyncExternalStore } from 'react'
import { newId } from '#app/domain/ids.ts'
import { quickAddPath } from '#app/ui/paths.ts'
import { isReply, showingReply, showingSuccess } from '#app/ui/replies.ts'

// Lines that the server refused, or that didn't reach it, go back to where they were typed.

/** By where they were sent to, because another list may be open by now. */
let refused: ReadonlyMap<string, string> = new Map()
const listeners = new Set<() => void>()

function set(action: string, text: string) {
  refused = new Map(refused).set(action, text)
  for (const listener of listeners) listener()
}

/** The client action of the line, which gives refused lines back, and of the page to paste a list, which shows them. */
export async function reportingLines(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData()
  if (form.has('preview') || form.has('check')) return keepingLines(args, form)
  const reply = await showingReply(args)
  if (isReply(reply) && !reply.ok) {
    const action = actionOf(args.request)
    set(action, [refused.get(action), String(form.get('lines') ?? '')].filter(Boolean).join('\n'))
  }
  return reply
}

/** If the form didn't reach the server, the page still shows what was typed. */
async function keepingLines(args: ClientActionFunctionArgs, form: FormData) {
  const reply = await showingSuccess(args)
  if (!isReply(reply) || reply.ok || 'values' in reply) return reply
  const isChecked = form.has('check')
  const lines = isChecked ? form.getAll('line').join('\n') : String(form.get('lines') ?? '')
  const values = { lines, taken: form.getAll('take').join(' '), ...(isChecked && { checked: '1' }) }
  return { ...reply, values, attempt: newId() }
}

/** Offline, the page must keep what was typed: its data doesn't change with its own form. */
export const unlessPosted: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  !formMethod && defaultShouldRevalidate

const actionOf = (request: Request) => {
  const { pathname, searchParams } = new URL(request.url)
  const listId = searchParams.get('listID')
  return listId ? quickAddPath(listId) : pathname
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls back with lines that came back to the form with this action. */
export function useRefusedLines(action: string, giveBack: (text: string) => void): void {
  const text = useSyncExternalStore(
    subscribe,
    () => refused.get(action) ?? '',
    () => '',
  )
  useEffect(() => {
    if (!text) return
    set(action, '')
    giveBack(text)
  }, [action, text, giveBack])
}
