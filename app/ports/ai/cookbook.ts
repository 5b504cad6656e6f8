import { isAboutADollar } from '#app/domain/locale/currencies.ts'
import type { Ai } from './ai.ts'

export function cookbookAi(): Ai {
  return {
    model: undefined,
    isLimited: false,
    async ingredientsFor(recipe, { language, currency, signal, onProgress }) {
      // Loaded on first use; it needs Vite, so programs built without Vite can still import this file.
      const { lookUp } = await import('./cookbook/lookup.ts')
      const { labelsIn } = await import('./cookbook/labels.ts')
      const labelOf = await labelsIn(language)
      signal.throwIfAborted()
      const result = lookUp(recipe, labelOf)
      if (result.items.length > 0) onProgress(result.items.map(({ name }) => name))
      if (isAboutADollar(currency)) return result
      return { ...result, items: result.items.map((item) => ({ ...item, priceCents: 0 })) }
    },
  }
}
