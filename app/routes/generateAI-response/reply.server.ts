import type { AppLoadContext } from '@remix-run/node'
import type { ErrorCode } from '#app/domain/errors.ts'
import { MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { briefly } from '#app/domain/recipes/atHome.ts'
import { type Generated, isInCookbook, type Question } from '#app/domain/recipes/ingredients.ts'
import { expectedFailure } from '#app/http/out/replies.ts'
import type { RecipeAnswer, RecipeReply, UnknownDish } from '#app/protocol/recipeReply.ts'
import { atHomeText } from '#app/words/atHome.ts'
import { dishText } from '#app/words/dishes.ts'
import { acts } from '#app/words/en/acts.ts'
import { textOf } from '#app/words/errorText.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { cut } from '#app/words/text.ts'

export async function toReply(
  context: AppLoadContext,
  question: Question,
  result: Generated,
): Promise<RecipeReply> {
  const { reader } = context
  if (!result.found) {
    const answer = { recipe: question.recipe, ...answerTo(reader, result) }
    return { answer: { ...answer, ...(await cookbookFor(context, question)) } }
  }
  const { change, atHome, items } = result
  const text = summaryOf(reader, result)
  const things = items.added.filter(({ id }) => atHome.includes(id)).map(briefly)
  const answer = { recipe: '', ...answerTo(reader, result) }
  if (!change) return { answer: { ...answer, text: [text, answer.text].filter(Boolean).join(' ') } }
  return {
    added: { text, change, ...atHomeText(reader, change, things) },
    ...(answer.text && { answer }),
  }
}

/** Expected failures are shown in the AI box, without a toast; the log has the cause. */
export async function failedReply(
  context: AppLoadContext,
  error: unknown,
  question: Pick<Question, 'recipe'> & Partial<Question>,
): Promise<RecipeReply> {
  const { msg, code } = expectedFailure(context, error)
  context.services.log.info({ id: context.requestId, code }, 'no ingredients')
  const { recipe, signal } = question
  const instead = signal && isOfAi(code) && (await cookbookFor(context, { ...question, signal }))
  return { answer: { text: msg, recipe, unknown: [], ...instead } }
}

const isOfAi = (code: ErrorCode) => code.startsWith('ai-') || code === 'recipe-limit-reached'

async function cookbookFor(
  { services, reader }: AppLoadContext,
  question: Pick<Question, 'recipe' | 'language' | 'signal'>,
) {
  return (await isInCookbook(services, question)) && { cookbook: wordsOf(reader, acts).useCookbook }
}

type Unanswered = Pick<Generated, 'unknown' | 'left'>

function answerTo(reader: Reader, { unknown, left }: Unanswered): Omit<RecipeAnswer, 'recipe'> {
  const words = wordsOf(reader, acts)
  const names = unknown.map(({ name }) => cut(name)).join(', ')
  const sentences = [
    unknown.length > 0 && textOf(reader, { code: 'recipe-unknown', params: { recipe: names, nearest: [] } }),
    left.length > 0 && words.notAsked({ dishes: left.map(cut).join(', ') }),
  ]
  return {
    text: sentences.filter(Boolean).join(' '),
    unknown: unknown.map((one) => toUnknown(reader, one, unknown.length === 1)),
    ...(left.length > 0 && { rest: { label: words.askRest, recipe: left.join(', ') } }),
  }
}

function toUnknown(
  reader: Reader,
  { name, near }: Unanswered['unknown'][number],
  isOnly: boolean,
): UnknownDish {
  const words = wordsOf(reader, acts)
  return {
    name,
    near,
    label: isOnly ? words.didYouMean : words.insteadOf({ name: cut(name) }),
    ...(name.length <= MAX_NAME_LENGTH && { add: words.addNamed({ name: cut(name) }) }),
  }
}

type Added = Extract<Generated, { found: true }>

/** 'Lasagne for 4, Pancakes for 4: 17 added, 2 raised' */
function summaryOf(reader: Reader, { dishes, added, raised }: Added): string {
  const words = wordsOf(reader, acts)
  if (added + raised === 0) return words.ingredientsThere
  const counts = [
    added > 0 && words.ingredientsAdded({ n: added }),
    raised > 0 && words.ingredientsRaised({ n: raised }),
  ]
  const summary = counts.filter(Boolean).join(', ')
  if (dishes.length === 0) return summary
  return words.ofDishes({ dishes: dishes.map((dish) => dishText(reader, dish)).join(', '), summary })
}
