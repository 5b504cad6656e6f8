declare global {
  interface Window {
    loadedAddress?: string
    /** When the page began to arrive. On a bad connection, its scripts run much later. */
    loadedAt?: number
  }
}

const here = () => location.pathname + location.search

export const documentScript = 'loadedAddress=location.pathname+location.search;loadedAt=Date.now()'

/** The user went back or forward before the page could react: it still shows the step they left. */
export const hasLeftPage = () => window.loadedAddress !== undefined && window.loadedAddress !== here()
