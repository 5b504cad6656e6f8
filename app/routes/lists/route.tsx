import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { type ClientLoaderFunctionArgs, Link, useActionData, useLoaderData } from '@remix-run/react'
import { newId } from '#app/domain/ids.ts'
import { AddList } from '#app/domain/inputs.ts'
import { addList, hasManyLists, listsOf } from '#app/domain/lists.ts'
import { hasDeletedLists } from '#app/domain/trash.ts'
import { currentUser } from '#app/http/auth.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { queuePage } from '#app/http/remix.ts'
import { done, refusedHere } from '#app/http/replies.ts'
import { date } from '#app/messages/format.ts'
import { Art } from '#app/ui/Art.tsx'
import emptyArt from '#app/ui/art/empty-list.svg?raw'
import { isClumsy } from '#app/ui/clumsyTaps.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import { catchNetworkError } from '#app/ui/networkError.ts'
import { loadCached } from '#app/ui/pageCache.ts'
import { listsPath, RECENTLY_DELETED } from '#app/ui/paths.ts'
import { usePreloadActions } from '#app/ui/preloadActions.ts'
import { refusalOf } from '#app/ui/reply.ts'
import { AddListForm } from './AddListForm.tsx'
import { ListCard } from './ListCard.tsx'
import { usePendingLists } from './pending.ts'

export const meta: MetaFunction = () => [{ title: 'Your lists · Larder' }]

/** The session identifies the user; `userID` in the URL must match it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const userId = new URL(request.url).searchParams.get('userID')
  const user = userId ? await currentUser(services, request) : undefined
  if (!user || user.id !== userId) throw redirect('/landing', 303)
  if (await hasManyLists(services, user)) await queuePage(context, user)
  const lists = await listsOf(services, user)
  return {
    user: { id: user.id, name: user.name },
    // For a form sent without JavaScript, so that a double click adds one list.
    nextId: newId(),
    hasDeleted: await hasDeletedLists(services, user),
    lists: lists.map(({ id, name, createdAt }) => ({ id, name, created: date(createdAt) })),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await currentUser(context.services, request)
  if (!user) throw redirect('/login', 303)
  const values = await readForm(request)
  try {
    await addList(context.services, user, parse(AddList, values))
    return done(context, listsPath(user.id))
  } catch (error) {
    return refusedHere(context, error, values)
  }
}

const ACTIONS = ['delete-list.$id', 'undo.$id']

export type ListsData = Awaited<ReturnType<typeof loader>>

export const clientLoader = (args: ClientLoaderFunctionArgs) => loadCached<ListsData>(args)
clientLoader.hydrate = true
export const clientAction = catchNetworkError

export default function Lists() {
  const { user, lists, hasDeleted, nextId } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const shown = usePendingLists(lists)
  usePreloadActions(ACTIONS)
  return (
    <>
      <NavBar greet={user.name} />
      <main className="page lists">
        <h1 className="visually-hidden">Your lists</h1>
        <AddListForm action={listsPath(user.id)} nextId={nextId} refusal={refusalOf(refusal)} />
        {shown.length === 0 ? (
          <EmptyState art={<Art svg={emptyArt} />}>Make a List and start shopping</EmptyState>
        ) : (
          // biome-ignore lint/a11y/useKeyWithClickEvents: it only stops clumsy taps
          <ul
            className="cards"
            onClick={(event) => {
              if (isClumsy(event.nativeEvent)) event.preventDefault()
            }}
          >
            {shown.map((list) => (
              <ListCard key={list.id} list={list} userId={user.id} />
            ))}
          </ul>
        )}
        {hasDeleted && (
          <p className="list-links">
            <Link to={RECENTLY_DELETED}>Recently deleted</Link>
          </p>
        )}
      </main>
    </>
  )
}
