import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { hasDeletedLists } from '#app/domain/history/trash.ts'
import { newId } from '#app/domain/ids.ts'
import { listsOf } from '#app/domain/lists/ownLists.ts'
import { currentUser } from '#app/http/in/auth.ts'
import { queuePage } from '#app/http/out/queuePage.ts'
import { summary } from '#app/messages/en/lists.ts'
import { date } from '#app/messages/format.ts'

/** The session identifies the user; `userID` in the URL must match it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const search = new URL(request.url).searchParams
  const userId = search.get('userID')
  const user = userId ? await currentUser(services, request) : undefined
  if (!user || user.id !== userId) throw redirect('/landing', 303)
  await queuePage(context, user)
  const lists = await listsOf(services, user)
  return {
    user: { id: user.id, name: user.name },
    nextId: newId(),
    hasDeleted: await hasDeletedLists(services, user),
    search: search.get('search') ?? '',
    lists: lists.map(({ receiptId, createdAt, id, name, ownerName, isShared, ...counts }) => ({
      ...{ id, name, created: date(createdAt), sum: summary(counts), hasReceipt: receiptId !== null },
      ...{ ownerName, isShared },
    })),
  }
}

export type ListsData = Awaited<ReturnType<typeof loader>>
