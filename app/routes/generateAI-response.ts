import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import type { z } from 'zod/v4'
import { findList } from '#app/domain/access/access.ts'
import { AskAi } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { type Generated, generateIngredients } from '#app/domain/recipes/ingredients.ts'
import { formOp } from '#app/domain/write.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { done, expectedFailure, redirectWith, refused } from '#app/http/out/replies.ts'
import { streamLines } from '#app/http/out/stream.ts'
import { listPath } from '#app/protocol/paths.ts'
import { NDJSON, type RecipeLine, type RecipeReply, toDraft } from '#app/protocol/recipeReply.ts'
import { acts } from '#app/words/en/acts.ts'
import { textOf } from '#app/words/errorText.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'

const listIdOf = (request: Request) => new URL(request.url).searchParams.get('listID') ?? ''

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const listId = listIdOf(request)
  const path = listPath(listId)
  const values = await readForm(context)

  // A response that is streamed has its status before the work begins.
  await findList(context.services.db, user, listId, 'editAll')

  async function generate(input: z.infer<typeof AskAi>, onProgress: (count: number) => void = () => {}) {
    const { id, recipe } = input
    // English is also for those whose language Larder doesn't know: they may cook in it.
    const { language } = context.reader
    const known = language === 'en' ? undefined : language
    const request = { recipe, listId, language: known, signal: context.closed, onProgress }
    const op = formOp(context.services, user, id, 'recipe', [listId, recipe])
    return toReply(context.reader, recipe, await generateIngredients(context.services, user, request, op))
  }

  if (request.headers.get('Accept') === NDJSON) {
    return streamLines<RecipeLine>(context, NDJSON, (send) =>
      catchFailure(context, () => generate(parse(AskAi, values), (found) => send({ found }))),
    )
  }
  try {
    const input = parse(AskAi, values)
    const reply = await catchFailure(context, () => generate(input))
    const { message: text, change } = reply
    // The message with its Undo button stands beside the total instead of in the box.
    if (change) return done(context, path, { message: text, change })
    return redirectWith(context, `${path}#ai`, { draft: { values: toDraft(input.recipe, reply) } })
  } catch (error) {
    return refused(context, error, path, { draft: values })
  }
}

export const loader = ({ request }: LoaderFunctionArgs) => redirect(listPath(listIdOf(request)), 303)

/** Expected failures are shown in the AI box, without a toast; the log has the cause. */
async function catchFailure(context: AppLoadContext, work: () => Promise<RecipeReply>): Promise<RecipeReply> {
  try {
    return await work()
  } catch (error) {
    const { msg, code } = expectedFailure(context, error)
    context.services.log.info({ id: context.requestId, code }, 'no ingredients')
    return { ok: false, message: msg, suggestions: [] }
  }
}

function toReply(reader: Reader, recipe: string, result: Generated): RecipeReply {
  if (!result.found) {
    const unknown = { code: 'recipe-unknown' as const, params: { recipe, nearest: [] } }
    return { ok: false, message: textOf(reader, unknown), suggestions: result.nearest, unknown: recipe }
  }
  const { change } = result
  return { ok: true, message: summaryOf(reader, recipe, result), suggestions: [], ...(change && { change }) }
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
