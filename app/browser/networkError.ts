import { OTHERS, type Reach } from '#app/offline/keptDocument.ts'
import { isNotData } from '#app/remix/inBrowser.ts'
import type { browser } from '#app/words/en/browser.ts'
import { lastReach, probe } from './serverReachable.ts'

export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'AbortError') return false
  return error instanceof TypeError || isNotData(error)
}

export async function reachAfter(error: unknown): Promise<Reach> {
  if (error instanceof TypeError) return false
  await probe()
  return lastReach()
}

/** What to say of a request without a usable answer. A network's own page is why Larder can't be reached. */
export const failureText = (reach: Reach, words: typeof browser): string =>
  reach && reach !== OTHERS ? words.failed : words.unreachable
