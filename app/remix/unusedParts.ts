import type { Plugin } from 'vite'

type Change = [text: string | RegExp, instead: string]

/** Of future.ts, in which lazy discovery of routes is off. */
const SINGLE_FETCH: Change = [/(?:window\.__remixContext\.)?\bfuture\.v3_singleFetch(?: === true)?/g, 'true']
/** Each page comes from the server. */
const NOT_SPA: Change = [/(?<=if \(|!|return )isSpaMode\b/g, 'false']

/** What each file has for pages that Larder doesn't have. */
export const CHANGES: Record<string, Change[]> = {
  'react/dist/esm/browser.js': [
    SINGLE_FETCH,
    [/window\.__remixContext\.isSpaMode/g, 'false'],
    [/getPatchRoutesOnNavigationFunction\(.+\)/, 'undefined'],
    [/useFogOFWarDiscovery\(.+\);/, ''],
  ],
  'react/dist/esm/components.js': [
    SINGLE_FETCH,
    NOT_SPA,
    ['isFogOfWarEnabled(future, isSpaMode)', 'false'],
    // What only the server needs.
    ['typeof __remixContext === "object" && __remixContext.a', 'false'],
    ['staticContext ? `', 'false ? `'],
  ],
  'react/dist/esm/links.js': [SINGLE_FETCH],
  'react/dist/esm/routes.js': [SINGLE_FETCH, NOT_SPA, ['typeof singleFetch === "function"', 'true']],
  'router/dist/router.js': [
    ['init.patchRoutesOnNavigation', 'undefined'],
    // Without deferred data.
    ['return result.type === ResultType.deferred;', 'return false;'],
    ['if (isDeferredData(result)) {', 'if (false) {'],
    // Nobody is asked before leaving a page.
    ['if (blockerFunctions.size === 0) {', 'if (true) {'],
    [/\n {4}getBlocker,\n {4}deleteBlocker,/, ''],
  ],
}

/** Browsers get less of Remix than there is. If Remix's source changes, the build fails here. */
export const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  transform(code, id, { ssr = false } = {}) {
    const changes = CHANGES[id.split('/@remix-run/')[1]?.split('?')[0] ?? '']
    if (ssr || !changes) return
    let left = code
    for (const [text, instead] of changes) {
      const before = left
      left = before.replace(text, instead)
      if (left === before) this.error(`Where does Remix have ${text} now?`)
    }
    return { code: left, map: null }
  },
}
