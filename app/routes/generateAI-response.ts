import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import type { z } from 'zod/v4'
import { type Generated, generateIngredients } from '#app/domain/ingredients.ts'
import { AskAi } from '#app/domain/inputs.ts'
import { requireUser } from '#app/http/auth.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { expectedFailure, redirectWith, refused } from '#app/http/replies.ts'
import { streamLines } from '#app/http/stream.ts'
import { listPath } from '#app/ui/paths.ts'
import { NDJSON, type RecipeLine, type RecipeReply, toDraft } from '#app/ui/recipeReply.ts'

const listIdOf = (request: Request) => new URL(request.url).searchParams.get('listID') ?? ''

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const listId = listIdOf(request)
  const path = listPath(listId)
  const values = await readForm(request)

  async function generate(asked: z.infer<typeof AskAi>, onFound: (count: number) => void = () => {}) {
    const question = { ...asked, listId, signal: context.closed, onFound }
    return worded(asked.recipe, await generateIngredients(context.services, user, question))
  }

  if (request.headers.get('Accept') === NDJSON) {
    return streamLines<RecipeLine>(context, NDJSON, (send) =>
      replyTo(context, () => generate(parse(AskAi, values), (found) => send({ found }))),
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
    const { msg, code } = expectedFailure(context, error)
    context.services.log.info({ id: context.requestId, code }, 'no ingredients')
    return { ok: false, says: msg, nearest: [] }
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
