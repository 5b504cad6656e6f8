import { createConnection } from './connection.ts'

export const live = createConnection({
  open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`),
  watch(onWake, onLeave) {
    const controller = new AbortController()
    const { signal } = controller
    const onVisible = () => {
      if (document.visibilityState === 'visible') onWake()
    }
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) onWake()
    }
    document.addEventListener('visibilitychange', onVisible, { signal })
    window.addEventListener('pageshow', onPageShow, { signal })
    window.addEventListener('online', onWake, { signal })
    window.addEventListener('offline', onWake, { signal })
    // Browsers keep no page with an open socket in the back/forward cache.
    window.addEventListener('pagehide', onLeave, { signal })
    return () => controller.abort()
  },
  // biome-ignore lint/suspicious/noConsole: connection errors go to the console only
  log: (message) => console.info(message),
})
