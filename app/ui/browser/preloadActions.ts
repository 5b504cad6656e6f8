import { useEffect } from 'react'
import { scriptOf } from '#app/remix/inBrowser.ts'

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
  const script = scriptOf(`routes/${route}`)
  if (!script) return true
  try {
    await import(/* @vite-ignore */ script)
    return true
  } catch {
    return false
  }
}
