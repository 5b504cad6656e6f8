import type { Ai } from './ai.ts'

/** The default: answers at once, without any server. */
export function cookbookAi(): Ai {
  return {
    answeredBy: "Larder's own cookbook",
    async ingredientsFor(recipe, { signal, onFound }) {
      // Opened by the first who asks; and programs that Vite does not build can do without it.
      const { lookUp } = await import('./cookbook/lookup.ts')
      signal.throwIfAborted()
      const page = lookUp(recipe)
      if (!page.found) return page
      onFound(page.items.length)
      return { found: true, items: page.items }
    },
  }
}
