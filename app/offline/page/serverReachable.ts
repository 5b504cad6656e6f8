import { SECOND } from '#app/domain/time.ts'
import { fetchWithin } from '#app/offline/fetchWithin.ts'
import { FAILING, isKeptDocument } from '#app/offline/keptDocument.ts'
import { createNotifier } from '#app/ui/browser/notifier.ts'

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
  // Something in between may answer instead.
  const isLarder = ({ ok, headers }: Response) => ok && headers.has('X-Request-Id')
  const answers = fetchWithin(3 * SECOND, '/livez', { cache: 'no-store' }, isLarder)
  setServerReachable(await answers.catch(() => false))
  return serverReachable()
}
