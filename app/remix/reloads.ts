import type { Plugin } from 'vite'

/**
 * Loading a page's data again would scroll back to where the page was when that began: what somebody has scrolled to
 * meanwhile would go. If React Router's source changes, the build fails here.
 */
export const reloadsThatScrollNowhere: Plugin = {
  name: 'reloads-that-scroll-nowhere',
  transform(code, id) {
    if (!id.includes('/@remix-run/router/dist/router.')) return
    const patched = code.replace(
      /restoreScrollPosition: (getSavedScrollPosition\(location, .+\)),\n\s+preventScrollReset,/,
      '...(!isUninterruptedRevalidation && { restoreScrollPosition: $1, preventScrollReset }),',
    )
    if (patched === code) this.error('Where does React Router say where to scroll now?')
    return { code: patched, map: null }
  },
}
