import { SECOND } from '#app/domain/time.ts'
import { fetchWithin } from '#app/offline/fetchWithin.ts'

const CHECK_EVERY_MS = 4 * SECOND
const TIMEOUT_MS = 15 * SECOND

export function reloadWhenOnline(isShown: () => boolean, reload = () => location.reload()): void {
  let isChecking = false
  async function check() {
    if (document.hidden || isChecking || !isShown()) return
    isChecking = true
    const isBack = fetchWithin(TIMEOUT_MS, '/livez', { cache: 'no-store' }, ({ status }) => status < 500)
    // `isChecking` stays, so that a slow page is not requested again while it loads.
    if ((await isBack.catch(() => false)) && isShown()) reload()
    else isChecking = false
  }
  // The online event may fire before this page loads, and doesn't mean that the server is reachable.
  addEventListener('online', check)
  setInterval(check, CHECK_EVERY_MS)
}
