import { z } from 'zod/v4'
import { DomainError } from '#app/domain/errors.ts'
import { AddList, id } from '#app/domain/inputs.ts'
import { addList, deleteList, listsOf } from '#app/domain/lists.ts'
import type { User } from '#app/domain/sessions.ts'
import { notices } from '#app/messages/en.ts'
import { type Operation, signedIn } from './operation.ts'
import { ChangeId, Done, List, listResource } from './shapes.ts'

const OfUser = z.object({
  userID: id.optional().describe('Your own id. Optional; any other id is refused.'),
})

/** Identity comes from the session or token; the id in the URL must match. */
function mustBeOwn(user: User, userId: string | undefined) {
  if (userId !== undefined && userId !== user.id) {
    throw new DomainError('not-your-lists')
  }
}

export const listOperations: Operation[] = [
  signedIn({
    method: 'GET',
    path: '/list',
    tag: 'Lists',
    summary: 'Get all your lists, newest first',
    query: OfUser,
    response: z.object({ list: z.array(List) }),
    async call({ services, user, query, origin }) {
      mustBeOwn(user, query.userID)
      const lists = await listsOf(services, user)
      return {
        list: lists.map((list) =>
          listResource(list, list.receiptId ? { id: list.receiptId } : undefined, origin),
        ),
      }
    },
  }),
  signedIn({
    method: 'POST',
    path: '/list',
    tag: 'Lists',
    summary: 'Create a list',
    query: OfUser,
    body: AddList.pick({ name: true }),
    repeatable: true,
    status: 201,
    response: z.object({ list: List, change: ChangeId }),
    errors: [409],
    async call({ services, user, query, body, attempt, origin }) {
      mustBeOwn(user, query.userID)
      const list = await addList(services, user, body, attempt)
      return { list: listResource(list, undefined, origin), change: list.change }
    },
  }),
  signedIn({
    method: 'DELETE',
    path: '/list/{id}',
    tag: 'Lists',
    summary: 'Delete a list, its items and its receipt',
    note: 'It can be restored for 30 days.',
    params: z.object({ id }),
    query: OfUser,
    response: Done.extend({ change: ChangeId }),
    errors: [404],
    async call({ services, user, params, query }) {
      mustBeOwn(user, query.userID)
      const { change } = await deleteList(services, user, params.id)
      return { msg: notices.listDeleted, change }
    },
  }),
]
