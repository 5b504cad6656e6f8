import { z } from 'zod/v4'
import { historyOf } from '#app/domain/history/recentChanges.ts'
import { undoChange } from '#app/domain/history/undo.ts'
import { Before, id } from '#app/domain/inputs.ts'
import { CHANGES_PER_PAGE, KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { type Endpoint, signedIn } from '#app/http/api/endpoint.ts'
import { changeResource } from '#app/http/api/resources.ts'
import { Change, ChangeId, Done } from '#app/http/api/shapes.ts'
import { days } from '#app/words/format.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { undone } from '#app/words/undone.ts'

export const changeEndpoints: Endpoint[] = [
  signedIn('GET /list/{id}/change', 'Get the changes of a list, newest first', {
    note: `Those of the last ${days(ENGLISH, KEEP_DELETED_FOR)}, ${CHANGES_PER_PAGE} at a time. If there are more, \`next\` is the value for \`before\`.`,
    params: z.object({ id: id.describe("The list's _id.") }),
    query: z.object({
      before: Before.shape.before.describe('Only changes before this revision of the list.'),
    }),
    response: z.object({ change: z.array(Change), next: Before.shape.before }),
    async call({ services, user, params, query }) {
      const { changes, next } = await historyOf(services, user, params.id, query)
      return { change: changes.map(changeResource), ...(next && { next }) }
    },
  }),
  signedIn('POST /change/{id}/undo', 'Undo a change', {
    note: 'Whatever somebody changed since stays as it is. An undo is a change too, so it can be undone. Undoing a change again does nothing.',
    params: z.object({ id: id.describe("The change's id.") }),
    body: z.object({ id: id.optional().describe('The id for the new change.') }),
    response: Done.extend({
      change: ChangeId,
      restored: z.number().nonnegative().describe('How many things this undo brought back.'),
      of: z.number().nonnegative().describe('How many things the change touched.'),
      kept: z
        .array(z.string())
        .describe(
          'Names of items that somebody changed since. Items that are in neither were deleted for good.',
        ),
    }),
    errors: [409],
    async call({ services, reader, user, params, body }) {
      const outcome = await undoChange(services, user, params.id, body.id)
      const { change, restored, of, kept } = outcome
      return { msg: undone(reader, outcome), change, restored, of, kept }
    },
  }),
]
