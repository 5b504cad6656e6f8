import { useEffect } from 'react'

declare global {
  interface Window {
    __remixManifest?: { routes: Record<string, { module: string } | undefined> }
  }
}

/**
 * Loads the scripts of action-only routes early. Remix fetches them on first use, too late for a tick without reception.
 * The manifest is private to Remix, but its public <PrefetchPageLinks> also requests each route's loader data and
 * reloads the page when a script fails to load.
 */
export function usePreloadActions(routes: string[]): void {
  useEffect(() => {
    for (const route of routes) {
      const script = window.__remixManifest?.routes[`routes/${route}`]?.module
      if (script) import(/* @vite-ignore */ script).catch(() => {})
    }
  }, [routes])
}
