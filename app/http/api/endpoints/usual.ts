import { z } from 'zod/v4'
import { sorted } from '#app/domain/aisles/sorting.ts'
import { forgetUsual, type Usual, usualOf } from '#app/domain/goods/usual.ts'
import { Forget, id } from '#app/domain/inputs.ts'
import { copyOpenItems } from '#app/domain/lists/move.ts'
import { type Endpoint, signedIn } from '#app/http/api/endpoint.ts'
import { itemResource } from '#app/http/api/resources.ts'
import { DoneChange, Good, Item, OfList } from '#app/http/api/shapes.ts'
import { acts } from '#app/words/en/acts.ts'
import { today } from '#app/words/format.ts'
import { copiedText } from '#app/words/moved.ts'
import { wordsOf } from '#app/words/reader.ts'

export const usualEndpoints: Endpoint[] = [
  signedIn('GET /list/{id}/usual', 'Get what a list usually has and has not now', {
    note: 'What is probably due comes first, then what is bought most often. `POST /item/lines` adds it.',
    params: OfList,
    response: z.object({ usual: z.array(Good) }),
    async call({ services, reader, user, params }) {
      return { usual: (await usualOf(services, user, params.id, today(reader))).map(goodResource) }
    },
  }),
  signedIn('DELETE /list/{id}/usual', 'Forget something that a list usually has', {
    params: OfList,
    query: Forget,
    response: DoneChange,
    async call({ services, reader, user, params, query }) {
      const { change } = await forgetUsual(services, user, params.id, query)
      return { msg: wordsOf(reader, acts).forgot({ name: query.name }), change }
    },
  }),
  signedIn('POST /list/{id}/copy', "Copy a list's open items to another list", {
    note: 'What is on that list already gets a higher quantity.',
    params: OfList,
    body: z.object({ to: id.describe("The other list's _id.") }),
    repeatable: true,
    status: 201,
    response: DoneChange.extend({ item: z.array(Item).describe('As they are on the other list.') }),
    errors: [409],
    async call({ services, reader, user, params, body, op }) {
      const copied = await copyOpenItems(services, user, { from: params.id, to: body.to }, op)
      const to = await sorted(services.db, copied.to)
      const item = copied.items.map((item) => itemResource(item, to))
      return { msg: copiedText(reader, copied), change: copied.change, item }
    },
  }),
]

function goodResource({
  name,
  unit,
  quantityMilli,
  note,
  times,
  lastOn,
  isDue,
}: Usual): z.infer<typeof Good> {
  return { name, unit, quantity: quantityMilli / 1000, ...(note && { note }), times, lastOn, due: isDue }
}
