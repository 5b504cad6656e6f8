import type { ActionFunctionArgs } from '@remix-run/node'
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { UserPlus, Users } from 'lucide'
import { useCallback, useEffect, useState } from 'react'
import type { Card } from '#app/acts/cards.ts'
import { expireThisPage, isTemporary, loadCached } from '#app/browser/pageCache.ts'
import { serverReachable } from '#app/browser/serverReachable.ts'
import { useKeptLists } from '#app/browser/useKeptLists.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { useReload } from '#app/browser/useReload.ts'
import { useSync } from '#app/browser/useSync.ts'
import { AddList } from '#app/domain/inputs.ts'
import { LISTS_KEPT_AHEAD, MAX_NAME_LENGTH, SEARCH_FROM_LISTS } from '#app/domain/limitsAndLifetimes.ts'
import { addList } from '#app/domain/lists/lists.ts'
import { parse } from '#app/domain/parse.ts'
import { SECOND } from '#app/domain/time.ts'
import { formOp } from '#app/domain/write.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { done, refusedHere } from '#app/http/out/replies.ts'
import { HOUSEHOLD, listPath, listsPath, RECENTLY_DELETED, SPENDING } from '#app/protocol/paths.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import emptyArt from '#app/ui/art/empty-list.svg?raw'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { useFlash } from '#app/ui/flash.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { MessageSlot } from '#app/ui/Messages.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import { ChangesDialog } from '#app/ui/offline/changesWhenIdle.ts'
import { KeepAhead } from '#app/ui/offline/keepAheadWhenIdle.ts'
import { ReachStatus } from '#app/ui/offline/ReachStatus.tsx'
import { PageLink } from '#app/ui/PageLink.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { usePage } from '#app/ui/pageContext.ts'
import { Shortcuts } from '#app/ui/Shortcuts.ts'
import { lists } from '#app/words/en/lists.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'
import { AddListForm } from './AddListForm.tsx'
import { ListCard } from './ListCard.tsx'
import type { ListsData, loader } from './loader.server.ts'
import { Questions } from './Questions.tsx'
import { matching } from './search.ts'
import { useShownLists } from './useShownLists.ts'

export { loader } from './loader.server.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, lists).yourLists} · Larder` }

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request, '/login')
  const values = await readForm(context)
  try {
    const input = parse(AddList, values)
    const op = formOp(context.services, user, input.id, 'list', input.name)
    const { id } = await addList(context.services, user, { currency: context.reader.currency, ...input }, op)
    return done(context, `${listsPath(user.id)}#list-${id}`)
  } catch (error) {
    return refusedHere(context, error, values)
  }
}

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  if (searchParams.has('ahead')) {
    const { keepAhead } = await import('#app/browser/keepAhead.ts')
    return keepAhead<ListsData>(args, ({ user }) => user.id, pathsKeptAhead)
  }
  const loading = loadCached<ListsData>(args, {
    // A search result is not the whole lists page.
    accountOf: ({ user, search }) => (search ? undefined : user.id),
  })
  if (!searchParams.has('beside')) return loading
  // Beside an open list, they can be missing; an error would take that list's place.
  return loading.catch((error) => {
    if (isTemporary(error)) return null
    throw error
  })
}
clientLoader.hydrate = true

const pathsKeptAhead = ({ lists }: Pick<ListsData, 'lists'>) =>
  lists.slice(0, LISTS_KEPT_AHEAD).map(({ id }) => listPath(id))

export default function Lists() {
  const data = useLoaderData<typeof loader>()
  const { user, hasDeleted, search: initial } = data
  const { lists: all, current } = useShownLists(data)
  useSync(user.id)
  useFreshLists()
  const refusal = useActionData<typeof action>()
  const { name: refusedName, rename } = useFlash()?.draft?.values ?? {}
  const [search, setSearch] = useState(initial)
  const [added, setAdded] = useState('')
  const [showsChanges, setShowsChanges] = useState(false)
  const isKept = useKeptLists()
  const needsConnection = useNeedsConnection()
  const words = useWords(lists)
  const isSearchable = all.length >= SEARCH_FROM_LISTS
  const shown = isSearchable ? matching(all, search) : all
  const onAdded = useCallback((id: string) => {
    setAdded(id)
    document.querySelector<HTMLElement>(`#list-${CSS.escape(id)} a`)?.focus()
  }, [])
  const { deferRows } = usePage()
  const earlier = isSearchable && search.trim() !== '' ? [] : earlierOf(all)
  const card = (list: Card) => (
    <ListCard
      key={list.id}
      list={list}
      current={current?.id === list.id ? current : undefined}
      isNew={list.id === added}
      isKept={isKept(list.id)}
      refused={rename === list.id ? refusedName : undefined}
    />
  )
  const cardsOf = (some: Card[]) => (
    <ul className="cards">{deferRows ? deferRows(some.map(card)) : some.map(card)}</ul>
  )
  return (
    <>
      <NavBar greet={user.name} messages={false} />
      <main className="page lists">
        <h1 className="visually-hidden">{words.yourLists}</h1>
        <Questions />
        {isSearchable && (
          // Without JavaScript, it is an ordinary form.
          <form method="get" action="/" className="search" onSubmit={(event) => event.preventDefault()}>
            <input type="hidden" name="userID" value={user.id} />
            <input
              type="search"
              name="search"
              aria-label={words.searchYourLists}
              placeholder={words.searchYourLists}
              autoComplete="off"
              enterKeyHint="search"
              maxLength={MAX_NAME_LENGTH}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <button type="submit" className="button quiet needs-no-script">
              {words.search}
            </button>
          </form>
        )}
        {isSearchable && shown.length === 0 && (
          <p className="none-found" role="status">
            {words.noMatch({ search: search.trim() })}
          </p>
        )}
        {all.length === 0 ? (
          <EmptyState art={emptyArt} text={words.noLists} />
        ) : (
          cardsOf(shown.filter((list) => !earlier.includes(list)))
        )}
        {earlier.length > 0 && (
          // A name that was refused is corrected there.
          <details className="earlier" open={earlier.some(({ id }) => id === rename)}>
            <summary>{words.earlier({ n: earlier.length })}</summary>
            {cardsOf(earlier)}
          </details>
        )}
        <p className="below">
          {/* Only a list can be shared. */}
          {all.length > 0 && (
            <PageLink to={HOUSEHOLD} {...needsConnection(words.household)}>
              <Icon of={all.some(({ isShared }) => isShared) ? Users : UserPlus} size={18} />
              {words.household}
            </PageLink>
          )}
          <PageLink to={SPENDING} {...needsConnection(words.spending)}>
            {words.spending}
          </PageLink>
          {hasDeleted && (
            <PageLink to={RECENTLY_DELETED} {...needsConnection(words.recentlyDeleted)}>
              {words.recentlyDeleted}
            </PageLink>
          )}
        </p>
        <AddListForm refusal={refusalOf(refusal)} onAdded={onAdded}>
          <ReachStatus name={words.yourLists} data={data} onOpen={() => setShowsChanges(true)} />
          <MessageSlot />
        </AddListForm>
        <Shortcuts onNew={focusNewList} />
        <KeepAhead paths={pathsKeptAhead(data)} />
        {showsChanges && (
          <ChangesDialog closeTo={listsPath(user.id)} onClose={() => setShowsChanges(false)} />
        )}
      </main>
    </>
  )
}

const MAX_DONE_SHOWN = 5

/** Most lists are started again from one that is done: after some weeks, those would be the page. */
const earlierOf = (all: Card[]) =>
  all.filter(({ items, done }) => items > 0 && done === items).slice(MAX_DONE_SHOWN)

const RELOAD_EVERY_MS = 5 * SECOND

/** Others tick and share lists, too. An open list has events for that; here, some seconds later is soon enough. */
function useFreshLists() {
  // Lists that were opened stay in memory, so that they open without a request.
  const reload = useReload(expireThisPage)
  useEffect(() => {
    const reloadIfSeen = () => {
      if (document.visibilityState === 'visible' && serverReachable()) void reload()
    }
    const timer = setInterval(reloadIfSeen, RELOAD_EVERY_MS)
    document.addEventListener('visibilitychange', reloadIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', reloadIfSeen)
    }
  }, [reload])
}

const focusNewList = () => document.querySelector<HTMLElement>('.add-list input[name=name]')?.focus()
