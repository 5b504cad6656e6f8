import type { ClientActionFunctionArgs } from '@remix-run/react'
import type { Reply } from '#app/protocol/reply.ts'
import { showSuccess, toast } from './messages.ts'
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

export const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && 'ok' in value
