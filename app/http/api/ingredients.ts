import { z } from 'zod/v4'
import { DomainError } from '#app/domain/errors.ts'
import { generateIngredients } from '#app/domain/ingredients.ts'
import { AskAi, id } from '#app/domain/inputs.ts'
import { type Operation, signedIn } from './operation.ts'

export const ingredientOperations: Operation[] = [
  signedIn({
    method: 'POST',
    path: '/generateItemsFromAi',
    tag: 'Items',
    summary: 'Add the ingredients of a recipe',
    note: 'All of them or none. What is open on the list already is raised instead of added twice. At most 20 an hour.',
    query: z.object({ listID: id.describe('The list’s _id.') }),
    body: AskAi.pick({ recipe: true }),
    repeatable: true,
    status: 201,
    answer: z.object({
      added: z.number().nonnegative().describe('How many items are new.'),
      raised: z.number().nonnegative().describe('Of how many there is more now.'),
    }),
    fails: [404, 409],
    async call({ services, user, query, body, attempt, gone }) {
      const question = { recipe: body.recipe, listId: query.listID, signal: gone() }
      const answer = await generateIngredients(services, user, question, attempt)
      if (!answer.found) {
        throw new DomainError('recipe-unknown', { recipe: body.recipe, nearest: answer.nearest })
      }
      return { added: answer.added, raised: answer.raised }
    },
  }),
]
