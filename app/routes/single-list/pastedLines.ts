import type { RefObject } from 'react'
import { probe, serverReachable } from '#app/browser/serverReachable.ts'

/** Several pasted lines are checked on a page of their own, as without script. Without a connection, they stay. */
export async function checkPasted({ current: field }: RefObject<HTMLTextAreaElement>): Promise<void> {
  if (!field) return
  const { value, form } = field
  if (!/\S\s*\n\s*\S/.test(value)) return
  await probe()
  if (!serverReachable() || !form || field.value !== value) return
  form.submit()
  // Enter adds nothing now. This tab still keeps the lines until that page shows them: see typedLine.
  field.value = ''
}
