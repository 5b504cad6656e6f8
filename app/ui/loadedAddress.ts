declare global {
  interface Window {
    loadedAddress?: string
  }
}

const here = () => location.pathname + location.search

/** At the top of the page. */
export const addressScript = 'window.loadedAddress=location.pathname+location.search'

/** The user went back or forward before the page reacted to it: it still shows the step they left. */
export const hasLeftPage = () => window.loadedAddress !== undefined && window.loadedAddress !== here()
