import { useEffect } from 'react'

declare global {
  interface Window {
    __remixManifest?: { routes: Record<string, { module: string } | undefined> }
  }
}

/**
 * Even a route without a screen has a small script, fetched when it is first used. Fetched early
 * instead: a tick in a dead spot must not fail for want of it.
 */
export function usePreloadActions(doors: string[]): void {
  useEffect(() => {
    for (const door of doors) {
      const script = window.__remixManifest?.routes[`routes/${door}`]?.module
      if (script) import(/* @vite-ignore */ script).catch(() => {})
    }
  }, [doors])
}
