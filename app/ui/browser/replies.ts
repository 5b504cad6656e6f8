import type { ClientActionFunctionArgs } from '@remix-run/react'
import type { Reply } from '#app/protocol/reply.ts'
import { browser } from '#app/words/en/browser.ts'
import { wordsOf } from '#app/words/reader.ts'
import { showInSlot, showSuccess, toast } from './messages.ts'
import { catchNetworkError } from './networkError.ts'
import { pageReader } from './pageReader.ts'

// Replies are shown as they arrive: a fetcher's data may be gone before React renders it.

export async function showingReply(args: ClientActionFunctionArgs, say = sayFor(args)) {
  const reply = await showingSuccess(args).catch((error) => {
    if (!say || error instanceof Response) throw error
    return { ok: false, message: wordsOf(pageReader(), browser).failed }
  })
  if (isReply(reply) && !reply.ok) (say ?? toast.error)(reply.message)
  return reply
}

/** The specification ignores failed deletions: no toast, but the slot, which is above the button. */
const sayFor = ({ request }: ClientActionFunctionArgs) =>
  /\/(?:delete-items|clear-done)\//.test(request.url)
    ? (text: string) => showInSlot({ kind: 'error', text })
    : undefined

export async function showingSuccess(args: ClientActionFunctionArgs) {
  const reply = await catchNetworkError(args)
  if (isReply(reply) && reply.ok) showSuccess(reply)
  return reply
}

export const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && 'ok' in value
