import { createConnection } from './connection.ts'

/** This tab's one connection. Made unconnected: a page that needs it connects it. */
export const live = createConnection({
  open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`),
  watch(wake, sleep) {
    const gone = new AbortController()
    const { signal } = gone
    const whenVisible = () => {
      if (document.visibilityState === 'visible') wake()
    }
    const whenRestored = (event: PageTransitionEvent) => {
      if (event.persisted) wake()
    }
    document.addEventListener('visibilitychange', whenVisible, { signal })
    window.addEventListener('pageshow', whenRestored, { signal })
    window.addEventListener('online', wake, { signal })
    window.addEventListener('offline', wake, { signal })
    // A page with an open socket is not kept for the way back.
    window.addEventListener('pagehide', sleep, { signal })
    return () => gone.abort()
  },
  // biome-ignore lint/suspicious/noConsole: connection troubles are told to the console only
  log: (sentence) => console.info(sentence),
})
