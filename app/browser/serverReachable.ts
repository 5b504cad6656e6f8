import { askServer } from '#app/offline/fetchWithin.ts'
import { FAILING, isKeptDocument, OTHERS, type Reach } from '#app/offline/keptDocument.ts'
import { createNotifier } from './notifier.ts'

// navigator.onLine only knows whether there is a network, so the last requests decide.

let reach: Reach = !isKeptDocument || reachOf(document.documentElement.dataset.kept)

/** The next request tells whether a server that failed still does. */
function reachOf(kept: string | undefined): Reach {
  return kept === OTHERS ? OTHERS : kept === FAILING
}

export function setReach(next: Reach): void {
  if (next === reach) return
  reach = next
  notifier.notify()
}

export const lastReach = (): Reach => reach

export const serverReachable = (): boolean => reach === true

const notifier = createNotifier(lastReach, true)

export const useReach = notifier.useValue

export const useServerReachable = (): boolean => useReach() === true

export async function probe(): Promise<boolean> {
  setReach(await askServer())
  return serverReachable()
}
