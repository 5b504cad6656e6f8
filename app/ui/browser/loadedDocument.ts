declare global {
  interface Window {
    loadedAddress?: string
    /** When the page began to arrive, by this device's clock. In bad reception, its scripts run much later. */
    loadedAt?: number
  }
}

const here = () => location.pathname + location.search

/** At the top of the page. */
export const documentScript = 'loadedAddress=location.pathname+location.search;loadedAt=Date.now()'

/** The user went back or forward before the page reacted to it: it still shows the step they left. */
export const hasLeftPage = () => window.loadedAddress !== undefined && window.loadedAddress !== here()
