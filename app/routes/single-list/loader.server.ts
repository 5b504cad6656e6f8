import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { rowsToText } from '#app/acts/row.ts'
import { listFor, type RoledList, type User } from '#app/domain/access/access.ts'
import { hasRight } from '#app/domain/access/rights.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { Message } from '#app/domain/flashes.ts'
import { goodsOf, missingOf } from '#app/domain/goods/usual.ts'
import { historyOf } from '#app/domain/history/recentChanges.ts'
import { newId } from '#app/domain/ids.ts'
import { itemsIn, type SignedItem, signedItemsIn } from '#app/domain/items/items.ts'
import { LONG_LIST } from '#app/domain/limitsAndLifetimes.ts'
import { deletedList } from '#app/domain/lists/deletedList.ts'
import { recentLists } from '#app/domain/lists/ownLists.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { oftenBought, readsBack } from '#app/domain/memory/memories.ts'
import { receiptIn } from '#app/domain/receipts/receipts.ts'
import { namesOnList } from '#app/domain/sharing/namesOnList.ts'
import { isOtherToBuy, type News, newsOf } from '#app/domain/sharing/seen.ts'
import { latestTripsOf } from '#app/domain/trips/latest.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { markSeenAfterResponse } from '#app/http/out/markSeen.ts'
import { expectedFailure, redirectWith } from '#app/http/out/replies.ts'
import { listsPath } from '#app/protocol/paths.ts'
import { type Counted, countOf } from '#app/words/amounts.ts'
import { acts } from '#app/words/en/acts.ts'
import { notices } from '#app/words/en/notices.ts'
import { today } from '#app/words/format.ts'
import { sentenceOf } from '#app/words/history.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { guestLabel, type Signature } from '#app/words/signatures.ts'
import { summary } from '#app/words/sums.ts'
import { cut, cutTo } from '#app/words/text.ts'
import { type LastPrices, lastPricesFor, type Wanted } from './lastPrices.server.ts'
import { listInTurn } from './listInTurn.server.ts'
import { categoryIn, sortedRows } from './sorted.server.ts'

/** More than are shown: some may be on the list soon. */
const CHIPS = 12

/** Fewer are all among the chips. */
const FEW_USUAL = 5

/** As many as a wide window shows. */
const OTHER_LISTS = 12

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const listId = new URL(request.url).searchParams.get('listID')
  if (!listId) throw redirect('/', 303)
  const user = await requireUser(context, request)
  const { reader } = context
  try {
    const list = await listInTurn(context, user, () => listFor(services.db, user, listId, 'see'))
    const { id, name, createdBy, revision, role } = list
    const people = await namesOnList(services, list)
    const items = people
      ? (await signedItemsIn(services, list)).map((item) => ({
          ...item,
          ...signatureOf(reader, user, item, people),
        }))
      : await itemsIn(services, list)
    if (items.length > LONG_LIST) await nextTurn()
    const receipt = hasRight(role, 'seeAll') ? await receiptIn(services, list) : undefined
    const news = people && (await newsOf(services, user, list))
    if (people) markSeenAfterResponse(context, request, user, list)
    const mayAdd = hasRight(role, 'edit')
    const open = items.filter(({ completed }) => !completed)
    const { rows, ...sorting } = await sortedRows(context, list, items)
    const usual = mayAdd ? missingOf(await goodsOf(services.db).all({ listId: id }), open, today(reader)) : []
    const often = mayAdd ? await chipsOf(context, user, items, usual) : []
    // Pages loaded by script have them, or don't need them: see OtherLists. Phones are never so wide.
    const wasEmptied = items.length === 0 && revision > 0 && hasRight(role, 'seeAll')
    const [last] = wasEmptied ? (await historyOf(services, user, id)).changes : []
    const hasBasket = items.some(({ completed }) => completed)
    const mayFinish = hasRight(role, 'editAll') && (items.length === 0 || hasBasket)
    const trips = mayFinish ? await latestTripsOf(services, list) : undefined
    const others = context.scripted || isPhone(request) ? [] : await recentLists(services, user, OTHER_LISTS)
    return {
      list: {
        id,
        name,
        createdBy,
        revision,
        role,
        currency: currencyOf(list.currency),
        ownerName: createdBy === user.id ? undefined : people?.get(createdBy),
      },
      items: rowsToText(rows),
      ...sorting,
      often,
      ...(usual.length >= FEW_USUAL && { usual: usual.length }),
      news: news && withSentences(reader, user, news, items),
      ...(last?.verb === 'deleted' && {
        emptied: sentenceOf(reader, last, user.id),
        emptiedBy: hasRight(role, 'edit') ? last.id : undefined,
      }),
      ...(items.length === 0 && trips?.last && { lastTrip: { id: trips.last.id, n: trips.last.itemCount } }),
      ...(hasBasket && trips && trips.stores.length > 0 && { stores: trips.stores }),
      receipt: receipt && { id: receipt.id, width: receipt.width, height: receipt.height },
      userId: user.id,
      others: others.map(({ id, name, currency, ...counts }) => ({
        id,
        name,
        items: counts.items,
        done: counts.done,
        sum: summary(reader, { ...counts, currency: currencyOf(currency) }),
      })),
      recipeSource: recipeSource(reader, services.ai.model),
      ...(items.length === 0 && mayFinish && { dishes: wordsOf(reader, acts).exampleDishes.split('\n') }),
      now: Date.now(),
      ...(await lastPricesIn(context, request, user, list, items)),
      ...(await categoryIn(context, request, list, items)),
      // In forms sent without JavaScript, so that a double click adds one item.
      nextId: newId(),
    }
  } catch (error) {
    if (context.closed.aborted || (error instanceof DomainError && error.status === 429)) throw error
    // A page that has a copy shows that. Without one, it asks for the document.
    if (context.scripted && !(error instanceof DomainError && error.status < 500)) throw error
    const why = await whyNot(context, user, listId, error)
    // With a status of its own, browsers would log an error of the page that is open.
    if (context.scripted) throw Response.json({ why, lists: listsPath(user.id) } satisfies Gone)
    throw await toLandingPage(context, why)
  }
}

/** Of the item in the dialog. Pages loaded by script ask for them when one opens. */
async function lastPricesIn(
  context: AppLoadContext,
  { url }: Request,
  user: User,
  list: RoledList,
  items: (Wanted & { id: string })[],
): Promise<{ lastPrices?: LastPrices }> {
  const { searchParams } = new URL(url)
  if (context.scripted || searchParams.get('dialog') !== 'edit' || !hasRight(list.role, 'edit')) return {}
  const item = items.find(({ id }) => id === searchParams.get('itemID'))
  return item ? { lastPrices: await lastPricesFor(context, user, list, item) } : {}
}

type Thing = Pick<Counted, 'name' | 'unit'>

/** What the list usually has, then what the reader often buys. */
async function chipsOf(
  { services, reader }: AppLoadContext,
  user: User,
  items: { name: string }[],
  usual: Thing[],
): Promise<Thing[]> {
  const line = (item: Counted) => countOf(reader, item)
  const ofList: Thing[] = []
  // Reading a line takes a tenth of a millisecond.
  for (const { name, unit } of usual) {
    if (ofList.length === CHIPS) break
    if (readsBack(line({ name, unit, quantityMilli: 1000 }), { name, unit })) ofList.push({ name, unit })
  }
  const known = [...items, ...ofList]
  return [...ofList, ...(await oftenBought(services, user, line, known, CHIPS - ofList.length))]
}

/** What a page that is open already says itself, without leaving. */
export interface Gone {
  why: Message
  lists: string
}

async function whyNot(context: AppLoadContext, user: User, listId: string, error: unknown): Promise<Message> {
  const { services, reader, requestId, scripted } = context
  const words = wordsOf(reader, notices)
  const kind = 'error'
  if (!(error instanceof DomainError)) {
    services.log.error({ err: error, id: requestId })
    return { kind, text: words.listNotLoaded }
  }
  const { msg, code } = expectedFailure(context, error)
  if (code !== 'list-not-found') return { kind, text: msg }
  const gone = await deletedList(services, user, listId)
  if (!gone) return { kind, text: scripted ? words.notOnList : msg }
  const { name, by, change } = gone
  const text = by ? words.listDeletedBy({ name, by: cut(by) }) : words.listDeleted({ name })
  return { kind, text, ...(change && { change }) }
}

function toLandingPage(context: AppLoadContext, message: Message): Promise<Response> {
  const saying = redirectWith(context, '/landing', { message })
  // A server in trouble may not be able to save the message.
  return saying.catch(() => redirect('/landing', 303))
}

/** What the reader has missed: deletions as sentences, other changes as the items that have them. */
function withSentences(reader: Reader, { id }: User, { missed, ...news }: News, items: { id: string }[]) {
  const rows = new Set<string | null>(items.map(({ id }) => id))
  const deletions = missed.filter(({ verb, itemId }) => verb === 'deleted' && !rows.has(itemId))
  const changes = missed.filter(({ verb, edit }) => verb === 'unticked' || (edit && isOtherToBuy(edit.after)))
  return {
    ...news,
    // The latest comes last. An empty list says so itself.
    deleted:
      items.length > 0
        ? deletions
            .map((one) => ({ id: one.id, itemId: one.itemId, text: sentenceOf(reader, one, id) }))
            .reverse()
        : [],
    changed: changes.map((one) => ({ id: one.id, itemId: one.itemId ?? '' })),
  }
}

/** As much of its name as fits into the line for recipes on a phone. */
const MODEL = 28

function recipeSource(reader: Reader, model: string | undefined): string {
  const words = wordsOf(reader, acts)
  if (model === undefined) return words.fromCookbook
  return model ? words.fromModel({ model: cutTo(MODEL, model) }) : words.fromAi
}

/** Chromium says so. */
const isPhone = ({ headers }: Request) => headers.get('Sec-CH-UA-Mobile') === '?1'

/** Only others are named: people know what they did themselves. */
function signatureOf(
  reader: Reader,
  { id }: User,
  item: SignedItem,
  people: ReadonlyMap<string, string>,
): Signature {
  const nameOf = (userId: string | null, guest: string | null) => {
    if (userId === id) return undefined
    return userId === null ? (guest ?? undefined) && guestLabel(reader, guest) : people.get(userId)
  }
  const added = nameOf(item.addedBy, item.guestName)
  const ticked = nameOf(item.completedBy, item.completedGuest)
  return { ...(added && { added }), ...(ticked && { ticked }) }
}
