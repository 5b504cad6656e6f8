import type { AppLoadContext } from '@remix-run/node'
import type { ErrorCode } from '#app/domain/errors.ts'
import { type Generated, isInCookbook, type Question } from '#app/domain/recipes/ingredients.ts'
import { expectedFailure } from '#app/http/out/replies.ts'
import type { RecipeReply } from '#app/protocol/recipeReply.ts'
import { acts } from '#app/words/en/acts.ts'
import { textOf } from '#app/words/errorText.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'

export async function toReply(
  context: AppLoadContext,
  question: Question,
  result: Generated,
): Promise<RecipeReply> {
  const { reader } = context
  const { recipe } = question
  if (!result.found) {
    const unknown = { code: 'recipe-unknown' as const, params: { recipe, nearest: [] } }
    const reply = {
      ok: false,
      message: textOf(reader, unknown),
      suggestions: result.nearest,
      unknown: recipe,
    }
    return { ...reply, ...(await cookbookFor(context, question)) }
  }
  const { change } = result
  return { ok: true, message: summaryOf(reader, recipe, result), suggestions: [], ...(change && { change }) }
}

/** Expected failures are shown in the AI box, without a toast; the log has the cause. */
export async function failedReply(
  context: AppLoadContext,
  error: unknown,
  question?: Question,
): Promise<RecipeReply> {
  const { msg, code } = expectedFailure(context, error)
  context.services.log.info({ id: context.requestId, code }, 'no ingredients')
  const instead = question && isOfAi(code) && (await cookbookFor(context, question))
  return { ok: false, message: msg, suggestions: [], ...instead }
}

const isOfAi = (code: ErrorCode) => code.startsWith('ai-') || code === 'recipe-limit-reached'

async function cookbookFor({ services, reader }: AppLoadContext, question: Question) {
  return (await isInCookbook(services, question)) && { cookbook: wordsOf(reader, acts).useCookbook }
}

type Added = Extract<Generated, { found: true }>

/** The cookbook may have taken the name for another dish. */
function summaryOf(reader: Reader, recipe: string, { dish, ...counts }: Added): string {
  const summary = countsText(reader, counts)
  return dish && dish.toLowerCase() !== recipe.toLowerCase()
    ? wordsOf(reader, acts).ofDish({ dish, summary })
    : summary
}

function countsText(reader: Reader, { added, raised }: Pick<Added, 'added' | 'raised'>): string {
  const words = wordsOf(reader, acts)
  if (added > 0 && raised > 0) return words.ingredientsBoth({ added, raised })
  if (added > 0) return words.ingredientsAdded({ n: added })
  return raised > 0 ? words.ingredientsRaised({ n: raised }) : words.ingredientsThere
}
