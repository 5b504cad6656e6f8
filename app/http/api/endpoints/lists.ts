import { z } from 'zod/v4'
import { listFor, type User } from '#app/domain/access/access.ts'
import { findUser } from '#app/domain/accounts/users.ts'
import { sorted } from '#app/domain/aisles/sorting.ts'
import { chunks } from '#app/domain/batches.ts'
import { DomainError } from '#app/domain/errors.ts'
import { AddList, DuplicateList, EditList, id, RenameList } from '#app/domain/inputs.ts'
import { isLongList, signedItemsIn } from '#app/domain/items/items.ts'
import { untickAll } from '#app/domain/items/untickAll.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { duplicateList } from '#app/domain/lists/duplicateList.ts'
import { editList } from '#app/domain/lists/editList.ts'
import { addList, deleteList, hasManyLists } from '#app/domain/lists/lists.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import { parse } from '#app/domain/parse.ts'
import { receiptOf } from '#app/domain/receipts/receipts.ts'
import { peopleOfLists } from '#app/domain/sharing/people.ts'
import { type Endpoint, signedIn } from '#app/http/api/endpoint.ts'
import { describeList, itemsResource, listResource } from '#app/http/api/resources.ts'
import { readyJson } from '#app/http/api/responseCache.ts'
import { ChangeId, DoneChange, Items, List, OfList } from '#app/http/api/shapes.ts'
import type { Services } from '#app/services.ts'
import { copyName } from '#app/words/copyName.ts'
import { acts } from '#app/words/en/acts.ts'
import { days } from '#app/words/format.ts'
import { ENGLISH, type Reader, wordsOf } from '#app/words/reader.ts'

const OfUser = z.object({
  userID: id.optional().describe('Your own id. Optional; any other id is refused.'),
})

/** With the people on them, more would keep other requests waiting. */
const LISTS_AT_ONCE = 20

const OneList = z.object({ list: List, change: ChangeId })

/** A token's request is not read in the account's language, so its currency is looked up. */
async function currencyFor({ db }: Services, { id }: User, reader: Reader): Promise<string | undefined> {
  return (await findUser(db, id))?.currency || reader.currency
}

function mustBeOwn(user: User, userId: string | undefined) {
  if (userId !== undefined && userId !== user.id) throw new DomainError('not-your-lists')
}

export const listEndpoints: Endpoint[] = [
  signedIn('GET /list', 'Get all your lists and those shared with you, latest activity first', {
    query: OfUser,
    response: z.object({ list: z.array(List) }),
    async call({ services, user, query, origin, closed }) {
      mustBeOwn(user, query.userID)
      const read = async () => {
        const resources: z.input<typeof List>[] = []
        for await (const lists of chunks(await listsOf(services, user), LISTS_AT_ONCE)) {
          const ids = lists.map(({ id }) => id)
          const people = await peopleOfLists(services, ids)
          for (const { role, receiptId, ...list } of lists) {
            const receipt = receiptId ? { id: receiptId } : undefined
            const shown = { receipt, people: people.get(list.id) ?? [], role, origin }
            resources.push(listResource(list, shown))
          }
        }
        return { list: resources }
      }
      if (!(await hasManyLists(services, user))) return read()
      await services.sendQueue.take(user.id, closed())
      return services.renderQueue.run(user.id, read)
    },
  }),
  signedIn('GET /list/{id}', 'Get a list with its items and their total', {
    params: OfList,
    response: z.object({ list: List, ...Items.shape }),
    tagged: true,
    async call({ services, user, origin, params, closed }) {
      const find = () => listFor(services.db, user, params.id, 'seeAll')
      const read = async () => {
        const list = await find()
        const items = await signedItemsIn(services, list)
        const receipt = await receiptOf(services, user, list.id)
        const resource = await describeList({ services, user, origin }, list, receipt)
        return readyJson({ list: resource, ...itemsResource(await sorted(services.db, list), items) })
      }
      if (!(await isLongList(services, await find()))) return read()
      await services.sendQueue.take(user.id, closed())
      return services.renderQueue.run(user.id, read)
    },
  }),
  signedIn('POST /list', 'Create a list', {
    query: OfUser,
    note: 'Without a currency, it gets that of your settings, or else of the region in Accept-Language, or else dollars.',
    body: AddList.pick({ name: true, currency: true }),
    repeatable: true,
    status: 201,
    response: OneList,
    errors: [409, 422],
    async call({ services, reader, user, origin, query, body, op }) {
      mustBeOwn(user, query.userID)
      const { name, currency = await currencyFor(services, user, reader) } = body
      const list = await addList(services, user, { name, currency }, op)
      return { list: await describeList({ services, user, origin }, list), change: list.change }
    },
  }),
  signedIn('PATCH /list/{id}', 'Change the name or the currency of a list', {
    note: 'The amounts stay the same: 3 dollars become 3 euros. In a currency without decimals, they are rounded.',
    params: OfList,
    body: EditList,
    response: OneList,
    errors: [409, 422],
    async call({ services, user, origin, params, body }) {
      if (body.currency === undefined) parse(RenameList, body)
      const list = await editList(services, user, params.id, body)
      const receipt = await receiptOf(services, user, list.id)
      return { list: await describeList({ services, user, origin }, list, receipt), change: list.change }
    },
  }),
  signedIn('POST /list/{id}/duplicate', 'Copy a list', {
    note: 'The new list has the same items, all unticked, and no receipt. Without a name, it is named after the list.',
    params: OfList,
    body: DuplicateList.pick({ name: true }),
    repeatable: true,
    status: 201,
    response: OneList,
    errors: [409],
    async call({ services, reader, user, origin, params, body, op }) {
      const list = await duplicateList(services, user, copyName(reader), params.id, body, op)
      return { list: await describeList({ services, user, origin }, list), change: list.change }
    },
  }),
  signedIn('POST /list/{id}/untick', 'Untick all items of a list', {
    params: OfList,
    response: DoneChange,
    async call({ services, reader, user, params }) {
      const { count, change } = await untickAll(services, user, params.id, reader.timeZone)
      const words = wordsOf(reader, acts)
      return { msg: count > 0 ? words.untickedAll({ n: count }) : words.nothingTicked, change }
    },
  }),
  signedIn('DELETE /list/{id}', 'Delete a list, its items and its receipt', {
    note: `It can be restored for ${days(ENGLISH, KEEP_DELETED_FOR)}.`,
    params: OfList,
    query: OfUser,
    response: DoneChange,
    async call({ services, reader, user, params, query }) {
      mustBeOwn(user, query.userID)
      const { change } = await deleteList(services, user, params.id)
      return { msg: wordsOf(reader, acts).listDeleted, change }
    },
  }),
]
