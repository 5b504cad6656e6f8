import { isAboutADollar } from '#app/domain/locale/currencies.ts'
import type { Language } from '#app/domain/locale/locale.ts'
import type { Ai } from './ai.ts'
import type { DishNamed } from './cookbook/dishNamed.ts'

export function cookbookAi(): Ai {
  return {
    model: undefined,
    isLimited: false,
    async ingredientsFor(recipe, { language, currency, signal, onProgress }) {
      // Loaded on first use; it needs Vite, so programs built without Vite can still import this file.
      const { lookUp } = await import('./cookbook/lookup.ts')
      signal.throwIfAborted()
      const result = lookUp(recipe, language)
      if (result.items.length > 0) onProgress(result.items.map(({ name }) => name))
      if (isAboutADollar(currency)) return result
      return { ...result, items: result.items.map((item) => ({ ...item, priceCents: 0 })) }
    },
  }
}

/** Undefined unless a text is exactly the name of one dish. */
export async function dishNamed(text: string, language: Language): Promise<DishNamed | undefined> {
  const named = await import('./cookbook/dishNamed.ts')
  return named.dishNamed(text, language)
}
