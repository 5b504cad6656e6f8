import { useEffect } from 'react'

declare global {
  interface Window {
    __remixManifest?: { routes: Record<string, { module: string } | undefined> }
  }
}

/**
 * Remix fetches the scripts of action-only routes on first use, too late for a tick without reception. Its public
 * <PrefetchPageLinks> also requests the loaders' data, and reloads the page when a script fails to load.
 */
export function usePreloadActions(routes: string[]): void {
  useEffect(() => {
    for (const route of routes) void preload(route)
  }, [routes])
}

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
