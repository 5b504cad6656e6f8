import { serverAnswers } from '#app/offline/fetchWithin.ts'
import { FAILING, isKeptDocument } from '#app/offline/keptDocument.ts'
import { createNotifier } from './notifier.ts'

// navigator.onLine only knows whether there is a network, so the last requests decide.

let reachable = !isKeptDocument || document.documentElement.dataset.kept === FAILING

export function setServerReachable(next: boolean): void {
  if (next === reachable) return
  reachable = next
  notifier.notify()
}

export const serverReachable = (): boolean => reachable

const notifier = createNotifier(serverReachable, true)

export const useServerReachable = notifier.useValue

export async function probe(): Promise<boolean> {
  setServerReachable(await serverAnswers())
  return reachable
}
