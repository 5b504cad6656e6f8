import { probe, serverReachable } from '#app/offline/page/serverReachable.ts'

/** Several pasted lines are checked on a page of their own, as without script. Without a connection, they stay. */
export async function checkPasted(field: HTMLTextAreaElement): Promise<void> {
  const { value, form } = field
  if (!/\S\s*\n\s*\S/.test(value)) return
  await probe()
  if (!serverReachable() || !form || field.value !== value) return
  form.submit()
  field.value = ''
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
