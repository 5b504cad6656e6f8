import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import type { User } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { MAX_SHOWN_OFFERS, NEXT_ITEMS, OFFER_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { aroundLists } from '#app/domain/lists/aroundLists.ts'
import { firstOpenItems, listsOf } from '#app/domain/lists/ownLists.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { sharersWith } from '#app/domain/sharing/companions.ts'
import { offersTo } from '#app/domain/sharing/handOver.ts'
import { type News, newsByList } from '#app/domain/sharing/newsByList.ts'
import { pausedSharingOf } from '#app/domain/sharing/pausedSharing.ts'
import { currentUser } from '#app/http/in/auth.ts'
import { queuePage } from '#app/http/out/queuePage.ts'
import type { CurrentList } from '#app/offline/shownLists.ts'
import type { Services } from '#app/services.ts'
import { sharingNotices } from '#app/words/en/sharingNotices.ts'
import { date, sentenceList } from '#app/words/format.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { summary } from '#app/words/sums.ts'

/** The session identifies the user; `userID` in the URL must match it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const search = new URL(request.url).searchParams
  const userId = search.get('userID')
  const user = userId ? await currentUser(context, request) : undefined
  if (!user || user.id !== userId) throw redirect('/landing', 303)
  await queuePage(context, user)
  const { reader } = context
  const latest = await listsOf(services, user)
  // The latest list with something left to do, which may be to fill it: there people go on.
  const current = latest.find(({ items, done }) => done < items || items === 0) ?? latest[0]
  const news = await newsByList(services, user)
  const { hasDeleted, hasQuestions } = await aroundLists(services, user)
  return {
    user: { id: user.id, name: user.name },
    nextId: newId(),
    ...(hasQuestions ? await questionsFor(services, reader, user) : NO_QUESTIONS),
    hasDeleted,
    search: search.get('search') ?? '',
    ...(current && { current: await summaryOf(services, current) }),
    lists: latest.map(
      ({ receiptId, createdAt, id, name, ownerName, sharedWith, isShared, currency, ...counts }) => ({
        id,
        name,
        ownerName,
        sharedWith,
        isShared,
        hasReceipt: receiptId !== null,
        items: counts.items,
        done: counts.done,
        ...newsOf(reader, news.get(id)),
        ...{
          created: date(reader, createdAt),
          sum: summary(reader, { ...counts, currency: currencyOf(currency) }),
        },
      }),
    ),
  }
}

/** Longer names would push the number out of sight. */
const SHORT = 20

/** With names, if all have one and they are short. */
function newsOf(reader: Reader, news: News | undefined) {
  if (!news) return {}
  const known = news.names.filter((name) => name !== null)
  const names = known.length === news.names.length ? sentenceList(reader, known) : ''
  return { news: { n: news.n, names: names.length > SHORT ? '' : names } }
}

async function summaryOf(
  services: Services,
  { id, items, done }: { id: string; items: number; done: number },
): Promise<CurrentList> {
  const names = await firstOpenItems(services, id, NEXT_ITEMS)
  return { id, names, more: items - done - names.length }
}

type Questions = Awaited<ReturnType<typeof questionsFor>>

const NO_QUESTIONS: Questions = { paused: undefined, asks: [], offers: [], moreQuestions: 0 }

async function questionsFor(services: Services, reader: Reader, user: User) {
  const asks = (await sharersWith(services, user)).filter(({ accepted }) => !accepted)
  const { offers, count } = await offersTo(services, user, MAX_SHOWN_OFFERS)
  const shown = asks.slice(0, MAX_SHOWN_OFFERS)
  return {
    paused: await pausedFor(services, reader, user),
    asks: shown.map(({ id, name }) => ({ id, name })),
    offers: offers.map(({ listId, name, from, offeredAt }) => ({
      listId,
      name,
      from: from?.name,
      until: date(reader, offeredAt + OFFER_LIFETIME),
    })),
    moreQuestions: asks.length + count - shown.length - offers.length,
  }
}

async function pausedFor(services: Services, reader: Reader, user: User) {
  const paused = await pausedSharingOf(services, user)
  if (!paused) return undefined
  const { lists: n, names, byLink } = paused
  const words = wordsOf(reader, sharingNotices)
  const people = sentenceList(reader, byLink ? [...names, words.anyoneWithLink] : names)
  return { question: words.sharedBefore({ n, people }) }
}

export type ListsData = Awaited<ReturnType<typeof loader>>
