/** A phone that needs memory closes the page while somebody types. In this tab, the line is there again. */
export function typedLine({ account, listID }: { account: string; listID: string }, text?: string): string {
  try {
    if (text !== undefined) sessionStorage[account + listID] = text
    return sessionStorage[account + listID] ?? ''
  } catch {
    return ''
  }
}

/** And where pages were scrolled to. */
export function forgetLines(): void {
  try {
    sessionStorage.clear()
  } catch {}
}
