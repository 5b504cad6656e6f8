import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { z } from 'zod/v4'
import { findList } from '#app/domain/access/access.ts'
import { AskAi } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { generateIngredients } from '#app/domain/recipes/ingredients.ts'
import { SECOND } from '#app/domain/time.ts'
import { formOp } from '#app/domain/write.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { redirectWith, refused } from '#app/http/out/replies.ts'
import { streamLines } from '#app/http/out/stream.ts'
import { listPath } from '#app/protocol/paths.ts'
import { NDJSON, type RecipeLine } from '#app/protocol/recipeReply.ts'
import { startProgress } from './progress.server.ts'
import { failedReply, toReply } from './reply.server.ts'

const listIdOf = (request: Request) => new URL(request.url).searchParams.get('listID') ?? ''

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  // auth.ts has replaced the reader by the account's own.
  const { services, reader } = context
  const listId = listIdOf(request)
  const path = listPath(listId)
  const values = await readForm(context)
  const { recipe = '' } = values

  // A response that is streamed has its status before the work begins.
  await findList(services.db, user, listId, 'editAll')

  // English is also for those whose language Larder doesn't know: they may cook in it.
  const language = reader.language === 'en' ? undefined : reader.language
  context.mayTake(services.config.AI_TIMEOUT * SECOND)

  async function generate({ id, ...input }: z.infer<typeof AskAi>, onProgress?: (names: string[]) => void) {
    const { timeZone } = reader
    const question = { ...input, listId, language, timeZone, signal: context.closed, onProgress }
    const sent = [listId, input.recipe, ...(input.source ? [input.source] : [])]
    const op = formOp(services, user, id, 'recipe', sent)
    try {
      return await toReply(context, question, await generateIngredients(services, user, question, op))
    } catch (error) {
      return failedReply(context, error, question)
    }
  }

  if (request.headers.get('Accept') === NDJSON) {
    return streamLines<RecipeLine>(context, NDJSON, async (send) => {
      const progress = startProgress(reader, services.config.AI_TIMEOUT, send)
      try {
        return await generate(parse(AskAi, values), progress.onFound)
      } catch (error) {
        return failedReply(context, error, { recipe })
      } finally {
        progress.end()
      }
    })
  }
  try {
    const { added, answer } = await generate(parse(AskAi, values))
    // The message with its Undo button stands beside the total instead of in the box.
    return redirectWith(context, answer ? `${path}#ai` : path, {
      ...(added && { message: { kind: 'success', ...added } }),
      ...(answer && { answer }),
    })
  } catch (error) {
    // The specification has a message of its own for a question that is empty.
    if (recipe.trim() === '') return refused(context, error, path)
    const { answer } = await failedReply(context, error, { recipe })
    return redirectWith(context, `${path}#ai`, answer && { answer })
  }
}

export const loader = ({ request }: LoaderFunctionArgs) => redirect(listPath(listIdOf(request)), 303)
