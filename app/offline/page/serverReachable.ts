import { SECOND } from '#app/domain/time.ts'
import { fetchWithin } from '#app/offline/fetchWithin.ts'
import { FAILING, isKeptDocument } from '#app/offline/keptDocument.ts'
import { createNotifier } from '#app/ui/browser/notifier.ts'

// navigator.onLine only knows whether there is a network, so the last requests decide.

/** If it is failing, it answers, but couldn't load the page that is shown. */
type Reachable = boolean | typeof FAILING

let reachable: Reachable = isKeptDocument
  ? document.documentElement.dataset.kept === FAILING && FAILING
  : true

export function setServerReachable(next: Reachable, isLoaded = false): void {
  if (next === reachable || (next === true && reachable === FAILING && !isLoaded)) return
  reachable = next
  notifier.notify()
}

export const serverReachable = (): boolean => reachable !== false

export const serverFailing = (): boolean => reachable === FAILING

const notifier = createNotifier<Reachable>(() => reachable, true)

export const useServerReachable = (): boolean => notifier.useValue() !== false

export const useServerFailing = (): boolean => notifier.useValue() === FAILING

export async function probe(): Promise<boolean> {
  // Something in between may answer instead.
  const isLarder = ({ ok, headers }: Response) => ok && headers.has('X-Request-Id')
  const answers = fetchWithin(3 * SECOND, '/livez', { cache: 'no-store' }, isLarder)
  setServerReachable(await answers.catch(() => false))
  return serverReachable()
}
