import { z } from 'zod/v4'
import { cleanLine, isShort } from '#app/domain/cleanLine.ts'
import type { PlainCode } from '#app/domain/errors.ts'
import { id } from '#app/domain/inputs.ts'
import { MAX_ITEMS_AT_ONCE } from '#app/domain/limits.ts'
import { hasContent } from './measures.ts'
import { readLine } from './readLine.ts'
import { readText } from './readText.ts'

/** The title, usually that of a web page, is used only if there is nothing else. */
export function sharedTextFrom(params: URLSearchParams): string {
  const text = [params.get('text'), params.get('url')].filter(Boolean).join('\n')
  return readText(text).items.length > 0 ? text : (params.get('title') ?? '')
}

export const AddShared = z.object({
  id,
  listID: z.string().optional(),
  newList: z
    .string()
    .transform(cleanLine)
    .refine(isShort, 'name-too-long' satisfies PlainCode)
    .optional(),
  /** The shared lines, read here as they were for the page. */
  lines: z
    .array(z.string())
    .min(1, 'lines-required' satisfies PlainCode)
    .max(MAX_ITEMS_AT_ONCE, 'too-many-lines' satisfies PlainCode)
    // Piped, so that the number is checked before the lines are read.
    .pipe(
      z.array(
        z
          .string()
          .transform(cleanLine)
          .refine(hasContent, 'line-empty' satisfies PlainCode)
          .transform(readLine),
      ),
    ),
})
