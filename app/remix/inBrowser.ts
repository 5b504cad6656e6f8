// What Remix leaves on a page.

/** The data that came with the document. If Remix keeps it elsewhere, a page counts as new as its script. */
export const documentData = (): unknown[] => Object.values(window.__remixContext?.state.loaderData ?? {})

/** The file with this build's scripts. If Remix names it elsewhere, a tab older than the server shows an error, not a new page. */
export const buildFile = (): string => window.__remixManifest.url

/**
 * The browser's own error, or Remix's for a page of a proxy in place of its data. If Remix words it differently, such a
 * network counts as an error of Larder, and no kept page is shown.
 */
export const isNotData = (error: Error): boolean => error.message.startsWith('Unable to decode turbo-stream')

/** A route's script. If Remix names it elsewhere, a page that a script opens ahead may fail to load and reload the open one. */
export const scriptOf = (routeId: string): string | undefined =>
  window.__remixManifest?.routes[routeId]?.module
