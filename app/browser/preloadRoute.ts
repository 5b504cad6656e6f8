import { scriptOf } from '#app/remix/inBrowser.ts'

/** Remix's public <PrefetchPageLinks> also requests the loaders' data, and reloads the page when a script fails to load. */
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
