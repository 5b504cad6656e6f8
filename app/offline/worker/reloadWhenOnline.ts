import { SECOND } from '#app/domain/time.ts'

const CHECK_EVERY_MS = 4 * SECOND
const TIMEOUT_MS = 15 * SECOND

export function reloadWhenOnline(isShown: () => boolean): void {
  let request: AbortController | undefined
  async function check() {
    if (document.hidden || request || !isShown()) return
    const controller = new AbortController()
    request = controller
    const timeout = setTimeout(() => controller.abort(), TIMEOUT_MS)
    try {
      const { status } = await fetch('/livez', { cache: 'no-store', signal: controller.signal })
      // `request` stays, so that a slow page is not requested again while it loads.
      if (status < 500 && isShown()) return location.reload()
    } catch {}
    clearTimeout(timeout)
    request = undefined
  }
  // The online event may fire before this page loads, and doesn't mean that the server is reachable.
  addEventListener('online', check)
  setInterval(check, CHECK_EVERY_MS)
}
