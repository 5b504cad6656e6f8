import { SECOND } from '#app/domain/time.ts'
import { fetchWithin } from '#app/offline/fetchWithin.ts'
import { isKeptDocument } from '#app/offline/keptDocument.ts'
import { createNotifier } from '#app/ui/browser/notifier.ts'

// navigator.onLine only knows whether there is a network, so the last requests decide.

let reachable = !isKeptDocument
const notifier = createNotifier()

export function setServerReachable(next: boolean): void {
  if (next === reachable) return
  reachable = next
  notifier.notify()
}

export const serverReachable = (): boolean => reachable

export const useServerReachable = (): boolean => notifier.useValue(serverReachable, true)

export async function probe(): Promise<void> {
  // Something in between may answer instead.
  const isLarder = ({ ok, headers }: Response) => ok && headers.has('X-Request-Id')
  const answers = fetchWithin(3 * SECOND, '/livez', { cache: 'no-store' }, isLarder)
  setServerReachable(await answers.catch(() => false))
}
