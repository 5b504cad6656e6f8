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
    for (const route of routes) void preload(route)
  }, [routes])
}

/** False if the script couldn't be loaded. */
export async function preload(route: string): Promise<boolean> {
  const script = window.__remixManifest?.routes[`routes/${route}`]?.module
  if (!script) return true
  try {
    await import(/* @vite-ignore */ script)
    return true
  } catch {
    return false
  }
}
