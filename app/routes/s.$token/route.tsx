import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
  useParams,
  useRevalidator,
} from '@remix-run/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { shownOf } from '#app/acts/row.ts'
import { newId } from '#app/domain/ids.ts'
import { isLongList, itemsIn } from '#app/domain/items/items.ts'
import { listOfGuest, readerOf, requireGuest } from '#app/http/in/guests.ts'
import { markSeenAfterResponse } from '#app/http/out/markSeen.ts'
import { queuePage } from '#app/http/out/queuePage.ts'
import { LINK_ACTIONS } from '#app/offline/keptRoutes.ts'
import { Changes, ChangesDialog, isUnsaved } from '#app/offline/page/ChangesDialog.tsx'
import { useOutbox } from '#app/offline/page/outbox.ts'
import { loadCached } from '#app/offline/page/pageCache.ts'
import { useServerReachable } from '#app/offline/page/serverReachable.ts'
import { useSync } from '#app/offline/page/useSync.ts'
import { linkPath } from '#app/protocol/paths.ts'
import { Footer } from '#app/routes/single-list/Footer.tsx'
import { ItemDialogs, useRowToShow } from '#app/routes/single-list/ItemDialogs.tsx'
import { ItemList } from '#app/routes/single-list/ItemList.tsx'
import { SeenMark } from '#app/routes/single-list/SeenBy.tsx'
import { leftOf } from '#app/routes/single-list/Total.tsx'
import { useDialog } from '#app/routes/single-list/useDialog.ts'
import { usePendingRows } from '#app/routes/single-list/usePendingRows.ts'
import { forgetActs } from '#app/ui/browser/messageSlot.ts'
import { usePreloadActions } from '#app/ui/browser/preloadActions.ts'
import { syncClock } from '#app/ui/browser/serverClock.ts'
import { useShortcuts } from '#app/ui/browser/useShortcuts.ts'
import { useFlash } from '#app/ui/flash.ts'
import { accessByLink, ListAccessContext } from '#app/ui/listAccess.ts'
import { useListEvents } from '#app/ui/live/useListEvents.ts'
import { RouteError } from '#app/ui/RouteError.tsx'
import { GuestBar } from './GuestBar.tsx'
import { NameForm } from './NameForm.tsx'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.list.name} · Larder` : 'Larder' },
  { name: 'robots', content: 'noindex, nofollow' },
]

/** The list for people without an account. Everyone with the link can read this data, so it says nothing about people. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { token = '' } = params
  const guest = await requireGuest(context, request, token)
  // With its revision, before the items: if it changes in between, the next event makes the page reload.
  let list = await listOfGuest(context, guest)
  if (await isLongList(context.services, list)) {
    await queuePage(context, readerOf(context, guest))
    // Read again: the list may have changed while this page waited.
    list = await listOfGuest(context, guest)
  }
  const { id, name, revision, role } = list
  const items = await itemsIn(context.services, list)
  // Messengers open links for a preview, without a name.
  if (guest.name !== null) markSeenAfterResponse(context, request, guest, list)
  return {
    token,
    guest: guest.name ?? '',
    list: { id, name, revision, role },
    items: items.map(shownOf),
    now: Date.now(),
    // For forms sent without JavaScript, so that a double click adds one item.
    nextId: newId(),
  }
}

type GuestData = Awaited<ReturnType<typeof loader>>

export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  loadCached<GuestData>(args, {
    accountOf: ({ token }) => linkPath(token),
    onLoaded: ({ now }, at) => syncClock(now, at),
  })
clientLoader.hydrate = true

/** Opening or closing a dialog doesn't need new data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  const samePage = currentUrl.pathname === nextUrl.pathname
  if (!formMethod && samePage && currentUrl.search !== nextUrl.search) return false
  return defaultShouldRevalidate
}

export default function GuestList() {
  const data = useLoaderData<typeof loader>()
  const { token, guest, list, items, nextId } = data
  const access = useMemo(() => accessByLink(token, list.id, list.role, guest), [token, list, guest])
  const flash = useFlash()
  // Only for the dialog the page was loaded with; dialogs opened later start empty.
  const [draft, setDraft] = useState(flash?.draft)
  useSync(access.account)
  const rows = usePendingRows(data)
  const reachable = useServerReachable()
  const { dialog, itemId, open, close: leave } = useDialog(access.home)
  const showRow = useRowToShow(dialog === null)
  usePreloadActions(LINK_ACTIONS)
  useListEvents({ id: list.id, revision: list.revision, token })
  useShortcuts({ onNew: () => access.may('edit') && open('add'), undo: access.undo })

  const asksName = access.may('edit')
  const close = useCallback(() => {
    setDraft(undefined)
    leave()
  }, [leave])

  return (
    <ListAccessContext.Provider value={access}>
      <GuestBar title={list.name} subtitle={leftOf(rows, reachable)} />
      <main className="page single-list">
        {/* Nobody would find it below a long list. */}
        {asksName && !guest && <NameForm />}
        <ItemList list={list} rows={rows} nextId={nextId} onEdit={(id) => open('edit', id)} />
        {asksName && guest && <NameForm />}
        <SeenMark address={`${access.home}/seen?revision=${list.revision}`} />
      </main>
      <Footer
        list={list}
        rows={rows}
        nextId={nextId}
        hasReceipt={false}
        data={data}
        quickAdd={{ often: [], draft: flash?.draft?.values.lines, onAdded: showRow }}
        onOpen={open}
      />
      <ItemDialogs {...{ dialog, itemId, items, nextId, draft }} onDone={showRow} onClose={close} />
      {dialog === 'changes' && <ChangesDialog closeTo={access.home} onClose={close} />}
    </ListAccessContext.Provider>
  )
}

/** The link may have ended while changes were waiting here. */
export function ErrorBoundary() {
  const { token = '' } = useParams()
  useSync(linkPath(token))
  const { entries } = useOutbox()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // An Undo would be refused.
    forgetActs()
    // Remix repeats the failure that came with the document once, without asking the server.
    revalidate()
  }, [revalidate])
  return (
    <RouteError>
      {entries.some(isUnsaved) && (
        <section className="unsaved">
          <h2>Changes on this device</h2>
          <Changes />
        </section>
      )}
    </RouteError>
  )
}
