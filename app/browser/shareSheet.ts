/** Opens the phone's share sheet. False where there is none. */
export async function openShareSheet(data: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false
  try {
    await navigator.share(data)
  } catch (error) {
    // Closing the sheet is a choice, not a failure.
    return error instanceof DOMException && error.name === 'AbortError'
  }
  return true
}
