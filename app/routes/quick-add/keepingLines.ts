import type { ClientActionFunctionArgs } from '@remix-run/react'
import { catchNetworkError } from '#app/browser/catchNetworkError.ts'
import { newId } from '#app/domain/ids.ts'
import { isReply } from '#app/protocol/reply.ts'

/** The client action of the page to paste a list: if the form doesn't reach the server, the page still shows what was typed. */
export async function keepingLines(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData()
  const reply = await catchNetworkError(args)
  if (!isReply(reply) || reply.ok || 'values' in reply) return reply
  const isChecked = form.has('check')
  const lines = isChecked ? form.getAll('line').join('\n') : String(form.get('lines') ?? '')
  const values = { lines, taken: form.getAll('take').join(' '), ...(isChecked && { checked: '1' }) }
  return { ...reply, values, attempt: newId() }
}
