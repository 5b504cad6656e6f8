import type { ClientActionFunctionArgs } from '@remix-run/react'
import type { Reply } from '#app/protocol/reply.ts'
import { clearSlot, dismissToast, showMessage, toast } from './messages.ts'
import { catchNetworkError } from './networkError.ts'

// Replies are shown as they arrive: a fetcher's data may be gone before React renders it.

export async function showingReply(args: ClientActionFunctionArgs) {
  const reply = await showingSuccess(args)
  if (isReply(reply) && !reply.ok) toast.error(reply.message)
  return reply
}

export async function showingSuccess(args: ClientActionFunctionArgs) {
  const reply = await catchNetworkError(args)
  if (isReply(reply) && reply.ok) showSuccess(reply)
  return reply
}

export function showSuccess({ message: text, change, isUndo }: Extract<Reply, { ok: true }>) {
  if (text) return showMessage({ kind: 'success', text, change, isUndo })
  for (const clear of [dismissToast, clearSlot]) clear(({ kind }) => kind === 'error')
}

export const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && 'ok' in value
