import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod/v4'
import { type List, listFor, type User } from '#app/domain/access/access.ts'
import { sorted } from '#app/domain/aisles/sorting.ts'
import { DomainError, type ErrorCode } from '#app/domain/errors.ts'
import { deletedItemsOf } from '#app/domain/history/trash.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem, AskAi, code, EditItem, id, Tick } from '#app/domain/inputs.ts'
import { deleteAllItems, deleteItem } from '#app/domain/items/deleteItems.ts'
import { eachField, type FieldName } from '#app/domain/items/itemFields.ts'
import {
  addItem,
  editItem,
  isLongList,
  itemsOf,
  type SignedItem,
  setCompleted,
  signedItemsIn,
} from '#app/domain/items/items.ts'
import { RATE_LIMITS } from '#app/domain/limitsAndLifetimes.ts'
import { currencyOfList } from '#app/domain/lists/editList.ts'
import { moveItem } from '#app/domain/lists/move.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { parse } from '#app/domain/parse.ts'
import { QuickAdd, quickAdd } from '#app/domain/quickAdd/quickAdd.ts'
import { isReadable, readText } from '#app/domain/quickAdd/readText.ts'
import { AddShared, addShared } from '#app/domain/quickAdd/shareTarget.ts'
import { generateIngredients } from '#app/domain/recipes/ingredients.ts'
import { SECOND } from '#app/domain/time.ts'
import { formOp } from '#app/domain/write.ts'
import { type Endpoint, signedIn } from '#app/http/api/endpoint.ts'
import { itemResource, itemsResource } from '#app/http/api/resources.ts'
import { type ReadyJson, readyJson } from '#app/http/api/responseCache.ts'
import { ChangeId, DoneChange, Item, Items, OfList, OnList } from '#app/http/api/shapes.ts'
import type { Services } from '#app/services.ts'
import { acts } from '#app/words/en/acts.ts'
import { movedText } from '#app/words/moved.ts'
import { wordsOf } from '#app/words/reader.ts'

const OfItem = z.object({ id: id.describe("The item's _id.") })
const Added = z.number().nonnegative().describe('Number of new items.')
const Dish = z.object({
  name: z.string(),
  servings: z.number().positive().describe('The usual number, unless the question says another.'),
})
const UnknownDish = z.object({
  name: z.string().describe('As it was asked for.'),
  near: z.array(z.string()).describe('Up to three dishes that are known and may be meant.'),
})
const OneItem = z.object({ item: Item, change: ChangeId })

type OneOf = SignedItem & { listId: string; currency?: string; change: string | null }

async function oneItem({ db }: Services, item: OneOf) {
  // Answers from before lists had currencies are kept for a while.
  const { listId: id, currency = await currencyOfList(db, id) } = item
  const list = await sorted(db, { id, currency })
  return { item: itemResource(item, list), change: item.change }
}

async function resourcesOn({ db }: Services, list: Pick<List, 'id' | 'currency'>) {
  const ofList = await sorted(db, list)
  return (items: SignedItem[]) => items.map((item) => itemResource(item, ofList))
}

async function liveItems(services: Services, list: List): Promise<ReadyJson> {
  const items = await signedItemsIn(services, list)
  const ready = readyJson(itemsResource(await sorted(services.db, list), items))
  services.itemResponses.set(list, ready)
  return ready
}

async function deletedItems(services: Services, user: User, list: List): Promise<ReadyJson> {
  const items = await itemsOf(services, user, list.id)
  await nextTurn()
  const ofList = await sorted(services.db, list)
  return readyJson(itemsResource(ofList, items, await deletedItemsOf(services, user, list.id)))
}

export const itemEndpoints: Endpoint[] = [
  signedIn('GET /item', 'Get the items and the estimated total of a list', {
    note: 'Open items come first. `total` is the sum of their amounts: quantity × price, rounded to the cent (or to the whole, in currencies without decimals), or the price if it is for all of it. Deleted items never count.',
    query: OnList.extend({
      deleted: z
        .literal('1', code('deleted-invalid'))
        .optional()
        .describe('With 1, the deleted items that can be restored.'),
    }),
    response: Items,
    tagged: true,
    async call({ services, user, query, closed }) {
      const find = () => listFor(services.db, user, query.listID, 'see')
      const list = await find()
      const cached = query.deleted ? undefined : services.itemResponses.get(list)
      if (cached) return cached
      const isLong = query.deleted || (await isLongList(services, list))
      if (!isLong) return liveItems(services, list)
      await services.sendQueue.take(user.id, closed())
      return services.renderQueue.run(user.id, async () =>
        query.deleted ? deletedItems(services, user, await find()) : liveItems(services, await find()),
      )
    },
  }),
  signedIn('POST /item', 'Add an item', {
    note: 'The quantity defaults to 1 without a unit, the price to 0 for one.',
    query: OnList,
    body: AddItem.omit({ id: true, at: true }),
    repeatable: true,
    status: 201,
    response: OneItem,
    errors: [409],
    async call({ services, user, query, body, op }) {
      return oneItem(services, await addItem(services, user, { listId: query.listID, ...body }, op))
    },
  }),
  signedIn('PATCH /item/{id}', 'Edit an item', {
    note: 'If you leave out the quantity, unit, price, what the price is for or the category, it stays the same.',
    params: OfItem,
    body: EditItem.pick({ ...eachField<Record<FieldName, true>>(() => true), category: true }),
    response: OneItem,
    async call({ services, user, params, body }) {
      return oneItem(services, await editItem(services, user, params.id, body))
    },
  }),
  signedIn('PATCH /item/checkbox/{id}', 'Tick or untick an item', {
    params: OfItem,
    body: Tick,
    response: OneItem,
    async call({ services, user, params, body }) {
      const ticked = await setCompleted(services, user, { id: params.id, completed: body.completed })
      return oneItem(services, ticked)
    },
  }),
  signedIn('POST /item/{id}/move', 'Move an item to another list', {
    note: 'What is on that list already gets a higher quantity. Undoing the change puts both lists back.',
    params: OfItem,
    body: z.object({ listID: id }),
    repeatable: true,
    response: DoneChange.extend({ item: Item.describe('As it is on the other list.') }),
    errors: [409],
    async call({ services, reader, user, params, body, op }) {
      const moved = await moveItem(services, user, { itemId: params.id, listId: body.listID }, op)
      const resources = await resourcesOn(services, moved.to)
      const [item] = resources(moved.items)
      if (!item) throw new DomainError('item-not-found')
      return { msg: movedText(reader, moved), change: moved.change, item }
    },
  }),
  signedIn('DELETE /item/{id}', 'Delete all items of a list', {
    note: "Note: `id` is the list's _id. To delete a single item, use `DELETE /item?itemID=`.",
    params: OfList,
    response: DoneChange,
    async call({ services, reader, user, params }) {
      const { change } = await deleteAllItems(services, user, params.id)
      return { msg: wordsOf(reader, acts).deletedAll, change }
    },
  }),
  signedIn('DELETE /item', 'Delete one item', {
    query: z.object({ itemID: id.describe("The item's _id.") }),
    response: DoneChange,
    async call({ services, reader, user, query }) {
      const { change } = await deleteItem(services, user, query.itemID)
      return { msg: wordsOf(reader, acts).deletedItem, change }
    },
  }),
  signedIn('POST /generateItemsFromAi', 'Add the ingredients of dishes', {
    note: `Adds what all the dishes need together, or nothing. If an item is already on the list and open, its quantity goes up instead. A dish that isn't known is in \`unknown\`; if none is, nothing is added. Up to ${RATE_LIMITS.recipesByUser.max} requests an hour if a model answers; the built-in cookbook has no limit. A model may take minutes. If it fails, send the question again with \`source\`: \`cookbook\`.`,
    query: OnList,
    body: AskAi.pick({ recipe: true, source: true }),
    repeatable: true,
    status: 201,
    response: z.object({
      added: Added,
      raised: z.number().nonnegative().describe('Number of ingredients that were on the list already.'),
      item: z.array(Item).describe('The new items.'),
      raisedItem: z.array(Item).describe('The items whose quantity went up, as they are now.'),
      dishes: z.array(Dish).describe('What the ingredients are for. Empty in answers of older versions.'),
      unknown: z.array(UnknownDish).describe('The dishes that are not known.'),
      left: z.array(z.string()).describe('What came after the tenth dish: ask again for these.'),
      atHome: z.array(id).describe('The _ids of new items that are probably at home already.'),
      change: ChangeId,
    }),
    errors: [409],
    async call({ services, reader, user, query, body, op, closed, mayTake }) {
      mayTake(services.config.AI_TIMEOUT * SECOND)
      const { timeZone } = reader
      const request = { ...body, listId: query.listID, timeZone, signal: closed() }
      const result = await generateIngredients(services, user, request, op)
      if (!result.found) {
        const recipe = result.unknown.map(({ name }) => name).join(', ')
        const nearest = result.unknown.flatMap(({ near }) => near)
        throw new DomainError('recipe-unknown', { recipe, nearest })
      }
      const { added, raised, items, dishes, unknown, left, atHome, change } = result
      const resources = await resourcesOn(services, { id: query.listID, currency: items.currency })
      const rows = { item: resources(items.added), raisedItem: resources(items.raised) }
      return { added, raised, ...rows, dishes, unknown, left, atHome, change }
    },
  }),
  signedIn('POST /item/lines', 'Add items as people write them', {
    note: 'One item a line, up to 200, such as "2 kg potatoes 3.50". A line can have several, with commas between them. The body can be the lines themselves, as plain text. Items that are on the list already, open or ticked, are not added again: a quantity adds to theirs, a price replaces theirs, and ticked ones are open again. Adds all of them or none. If you send an id, sending it again adds nothing twice.',
    query: OnList,
    body: QuickAdd.pick({ id: true, lines: true }),
    textField: 'lines',
    repeatable: true,
    status: 201,
    response: z.object({
      item: z.array(Item).describe('The new items.'),
      raised: z.array(Item).describe('The items that were on the list already, as they are now.'),
      skipped: z
        .array(z.string())
        .describe('Lines that are no items, such as headings, URLs, steps of recipes and ticked boxes.'),
      change: ChangeId,
    }),
    errors: [409],
    async call({ services, user, query, body, op }) {
      const { listID: listId } = query
      const once = formOp(services, user, body.id, 'lines', [listId, body.lines]) ?? op
      const result = await quickAdd(services, user, { listId, ...body }, once)
      const resources = await resourcesOn(services, { id: listId, currency: result.currency })
      const { added, raised, already, skipped, change } = result
      return { item: resources(added), raised: resources([...raised, ...already]), skipped, change }
    },
  }),
  signedIn('POST /item/text', 'Add items from text', {
    note: 'One item a line, up to 200, such as "2 x Milk". Bullets and numbering are ignored. Adds all of them or none. If you send an id, sending it again adds nothing twice.',
    query: OnList,
    body: z.object({
      id: id.optional(),
      text: z.string('lines-required' satisfies ErrorCode).refine(isReadable, 'too-many-lines'),
    }),
    status: 201,
    response: z.object({ added: Added, change: ChangeId }),
    errors: [409],
    async call({ services, user, query, body }) {
      const list = await listFor(services.db, user, query.listID, 'edit')
      const { items, hasMore } = readText(body.text, currencyOf(list.currency))
      if (hasMore) throw new DomainError('too-many-lines')
      const lines = items.map(({ line }) => line)
      const shared = parse(AddShared, { id: body.id ?? newId(), listID: query.listID, lines })
      const op = formOp(services, user, body.id, 'text', shared)
      const { change } = await addShared(services, user, shared, op)
      return { added: lines.length, change }
    },
  }),
]
