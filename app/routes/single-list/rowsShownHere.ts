import { SHOWN_ROWS } from '#app/browser/typedLine.ts'
import { MAX_OFFLINE_LISTS, MAX_SHOWN_ROWS } from '#app/domain/limitsAndLifetimes.ts'

/** Ids by list; the list shown last comes last. */
type Seen = Record<string, string[]>

function read(): Seen {
  try {
    return JSON.parse(localStorage.getItem(SHOWN_ROWS) ?? '') ?? {}
  } catch {
    return {}
  }
}

/** The rows that this browser has shown, also those that are gone, which may come back. */
export function rowsShownHere(listID: string): Set<string> | undefined {
  const ids = read()[listID]
  return ids && new Set(ids)
}

export function setRowsShownHere(listID: string, ids: string[]): void {
  const { [listID]: _, ...others } = read()
  const seen = [...Object.entries(others), [listID, ids.slice(-MAX_SHOWN_ROWS)]].slice(-MAX_OFFLINE_LISTS)
  try {
    localStorage.setItem(SHOWN_ROWS, JSON.stringify(Object.fromEntries(seen)))
  } catch {
    // Full or forbidden: then nothing is marked.
  }
}
