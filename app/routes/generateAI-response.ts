import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import type { z } from 'zod/v4'
import { DomainError } from '#app/domain/errors.ts'
import { type Generated, generateIngredients } from '#app/domain/ingredients.ts'
import { AskAi } from '#app/domain/inputs.ts'
import { noteFailure } from '#app/http/errors.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { lines, wantsLines } from '#app/http/lines.ts'
import { redirectWith, refused } from '#app/http/replies.ts'
import { requireUser } from '#app/http/session.ts'
import { listPath } from '#app/ui/paths.ts'
import { type RecipeLine, type RecipeReply, toDraft } from '#app/ui/recipeReply.ts'

const listIdOf = (request: Request) => new URL(request.url).searchParams.get('listID') ?? ''

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const listId = listIdOf(request)
  const path = listPath(listId)
  const values = await readForm(request)

  async function generate(asked: z.infer<typeof AskAi>, onFound: (count: number) => void = () => {}) {
    const question = { ...asked, listId, signal: context.gone, onFound }
    return worded(asked.recipe, await generateIngredients(context.services, user, question))
  }

  if (wantsLines(request)) {
    return lines<RecipeLine>(context, (tell) =>
      replyTo(context, () => generate(parse(AskAi, values), (found) => tell({ found }))),
    )
  }
  try {
    const asked = parse(AskAi, values)
    const reply = await replyTo(context, () => generate(asked))
    return redirectWith(context, path, { draft: { values: toDraft(asked.recipe, reply) } })
  } catch (error) {
    return refused(context, error, path, { draft: values })
  }
}

export const loader = ({ request }: LoaderFunctionArgs) => redirect(listPath(listIdOf(request)), 303)

/** No toast, whatever went wrong: the box says it, and the log knows why. */
async function replyTo(context: AppLoadContext, work: () => Promise<RecipeReply>): Promise<RecipeReply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    noteFailure(context, error)
    if (!error.cause)
      context.services.log.info({ id: context.requestId, reason: error.message }, 'no ingredients')
    return { ok: false, says: error.message, nearest: [] }
  }
}

function worded(recipe: string, generated: Generated): RecipeReply {
  if (!generated.found) return { ok: false, says: `No recipe for “${recipe}”.`, nearest: generated.nearest }
  return { ok: true, says: countsOf(generated), nearest: [] }
}

function countsOf({ added, raised }: { added: number; raised: number }): string {
  const parts = [added > 0 && `${added} added`, raised > 0 && `${raised} raised`].filter(Boolean)
  return parts.length > 0 ? `Ingredients: ${parts.join(', ')}.` : 'The ingredients are on your list.'
}
