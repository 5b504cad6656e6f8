import type { Row } from '#app/acts/row.ts'
import { plainText } from '#app/messages/plainText.ts'

/** Opens the phone's share sheet. False where there is none. */
export async function shareText(name: string, rows: Row[]): Promise<boolean> {
  if (!('share' in navigator)) return false
  try {
    await navigator.share({ title: name, text: plainText(name, rows) })
  } catch (error) {
    // Closing the sheet is a choice, not a failure.
    return error instanceof DOMException && error.name === 'AbortError'
  }
  return true
}
