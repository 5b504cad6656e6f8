/** A place and its line. A page that is left by logging out must not write it again. */
let written = ''

/** A phone that needs memory closes the page while somebody types. In this tab, the line is there again. */
export function typedLine({ account, listID }: { account: string; listID: string }, text?: string): string {
  const key = account + listID
  try {
    if (text !== undefined && written !== key + text) sessionStorage[key] = text
    if (text !== undefined) written = key + text
    return sessionStorage[key] ?? ''
  } catch {
    return ''
  }
}

export const SHOWN_ROWS = 'seenRows'

/** Forgets what was typed, where pages were scrolled to, and which rows they have shown. */
export function forgetLines(stays = (_key: string) => false): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (!stays(key)) delete sessionStorage[key]
    localStorage.removeItem(SHOWN_ROWS)
  } catch {}
}
