import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
} from '@remix-run/react'
import { useCallback, useMemo, useState } from 'react'
import { shownOf } from '#app/acts/row.ts'
import { isMissingRight, listFor } from '#app/domain/access/access.ts'
import { hasRight } from '#app/domain/access/rights.ts'
import { DomainError } from '#app/domain/errors.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem, Repeatable } from '#app/domain/inputs.ts'
import { addItem } from '#app/domain/items/addItems.ts'
import { isLongList, itemsIn, type SignedItem, signedItemsIn } from '#app/domain/items/items.ts'
import { recentLists } from '#app/domain/lists/ownLists.ts'
import { oftenBought } from '#app/domain/memory/memories.ts'
import { formOrOutboxOp } from '#app/domain/operations.ts'
import { receiptIn } from '#app/domain/receipts/receipts.ts'
import { namesOnList } from '#app/domain/sharing/namesOnList.ts'
import { newsOf } from '#app/domain/sharing/seen.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { parse, readForm } from '#app/http/in/forms.ts'
import { markSeenAfterResponse } from '#app/http/out/markSeen.ts'
import { queuePage } from '#app/http/out/queuePage.ts'
import { done, expectedFailure, refusedHere, said } from '#app/http/out/replies.ts'
import { summary } from '#app/messages/lists.ts'
import { guestLabel, type Signature } from '#app/messages/signatures.ts'
import { LIST_ACTIONS } from '#app/offline/keptRoutes.ts'
import { ChangesDialog } from '#app/offline/page/ChangesDialog.tsx'
import { loadCached } from '#app/offline/page/pageCache.ts'
import { useServerReachable } from '#app/offline/page/serverReachable.ts'
import { useSync } from '#app/offline/page/useSync.ts'
import { listPath, listsPath, seenPath, sharingPath } from '#app/protocol/paths.ts'
import { fromDraft } from '#app/protocol/recipeReply.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import { usePreloadActions } from '#app/ui/browser/preloadActions.ts'
import { showingSuccess } from '#app/ui/browser/replies.ts'
import { syncClock } from '#app/ui/browser/serverClock.ts'
import { useShortcuts } from '#app/ui/browser/useShortcuts.ts'
import { useFlash } from '#app/ui/flash.ts'
import { accessByAccount, ListAccessContext } from '#app/ui/listAccess.ts'
import { useListEvents } from '#app/ui/live/useListEvents.ts'
import { NavBar } from '#app/ui/NavBar.tsx'
import { AiBox } from './AiBox.tsx'
import { AiLoader } from './AiLoader.tsx'
import { Footer } from './Footer.tsx'
import { ItemDialogs, useRowToShow } from './ItemDialogs.tsx'
import { ItemList } from './ItemList.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { OtherLists } from './OtherLists.tsx'
import { ReceiptDialog } from './ReceiptDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { SeenBy, SeenMark } from './SeenBy.tsx'
import { TextDialog } from './TextDialog.tsx'
import { leftOf } from './Total.tsx'
import { useDialog } from './useDialog.ts'
import { usePendingRows } from './usePendingRows.ts'
import { useRecipeRequest } from './useRecipeRequest.ts'
import { useRoleNews } from './useRoleNews.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.list.name} · Larder` : 'Larder' },
]

/** More than are shown: some may be on the list soon. */
const CHIPS = 12

/** As many as a wide window shows. */
const OTHER_LISTS = 12

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const listId = search.get('listID')
  if (!listId) throw redirect('/', 303)
  const user = await requireUser(context.services, request)
  try {
    // With its revision, before the items: if it changes in between, the next event makes the page reload.
    let list = await listFor(context.services.db, user, listId, 'see')
    if (await isLongList(context.services, list)) {
      await queuePage(context, user)
      // Read again: the list may have changed while this page waited.
      list = await listFor(context.services.db, user, listId, 'see')
    }
    const { id, name, createdBy, revision, role } = list
    const people = await namesOnList(context.services, list)
    const items = people
      ? (await signedItemsIn(context.services, list)).map((item) => ({
          ...shownOf(item),
          ...signatureOf(item, people),
        }))
      : (await itemsIn(context.services, list)).map(shownOf)
    const receipt = hasRight(role, 'seeAll') ? await receiptIn(context.services, list) : undefined
    const news = people && (await newsOf(context.services, user, list))
    if (people) markSeenAfterResponse(context, request, user, list)
    // Pages loaded by script have them, or don't need them: see OtherLists.
    const often = hasRight(role, 'edit') ? await oftenBought(context.services, user, items, CHIPS) : []
    const others = context.scripted ? [] : await recentLists(context.services, user, OTHER_LISTS)
    return {
      list: { id, name, createdBy, revision, role },
      /** The reader's name if the list has other people. */
      me: people && user.name,
      items,
      often,
      news,
      receipt: receipt && { id: receipt.id, width: receipt.width, height: receipt.height },
      userId: user.id,
      others: others.map(({ id, name, ...counts }) => ({ id, name, sum: summary(counts) })),
      recipeSource: context.services.ai.name,
      now: Date.now(),
      // For forms sent without JavaScript, so that a double click adds one item.
      nextId: newId(),
    }
  } catch (error) {
    if (context.closed.aborted || (error instanceof DomainError && error.status === 429)) throw error
    // A browser that is sent to the landing page forgets what it keeps, as after a logout.
    if (context.scripted && !(error instanceof DomainError && error.status < 500)) throw error
    if (error instanceof DomainError) expectedFailure(context, error)
    else context.services.log.error({ err: error, id: context.requestId })
    throw redirect(context.scripted ? listsPath(user.id) : '/landing', 303)
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const listId = new URL(request.url).searchParams.get('listID') ?? undefined
  const values = await readForm(context)
  try {
    const input = { listId, ...parse(AddItem, values) }
    const known = { op: parse(Repeatable, values).op, id: input.id }
    const op = formOrOutboxOp(context.services, user, known, 'add', [listId, input.name])
    const item = await addItem(context.services, user, input, op)
    const path = listPath(listId ?? '')
    // Without JavaScript: the fragment of the form's own address would take the focus from the dialog.
    return done(
      context,
      values.another ? `${path}&dialog=add#another` : path,
      said(item, () => 'Item added successfully!'),
    )
  } catch (error) {
    if (error instanceof DomainError && error.status === 404) {
      if (context.wantsJson) throw error
      expectedFailure(context, error)
      throw redirect('/landing', 303)
    }
    if (isMissingRight(error) && !context.scripted) throw error
    return refusedHere(context, error, values, 'Item addition failed!')
  }
}

function signatureOf(item: SignedItem, people: ReadonlyMap<string, string>): Signature {
  const nameOf = (userId: string | null, guest: string | null) =>
    userId === null ? (guest ?? undefined) && guestLabel(guest) : people.get(userId)
  const added = nameOf(item.addedBy, item.guestName)
  const ticked = nameOf(item.completedBy, item.completedGuest)
  return { ...(added && { added }), ...(ticked && { ticked }) }
}

export type ListData = Awaited<ReturnType<typeof loader>>

export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  loadCached<ListData>(args, {
    accountOf: ({ userId }) => userId,
    onLoaded: ({ now }, at) => syncClock(now, at),
  })
clientLoader.hydrate = true
export const clientAction = showingSuccess

/** Opening or closing a dialog doesn't need new data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  const sameList = currentUrl.searchParams.get('listID') === nextUrl.searchParams.get('listID')
  if (!formMethod && sameList && currentUrl.search !== nextUrl.search) return false
  return defaultShouldRevalidate
}

export default function SingleList() {
  const data = useLoaderData<typeof loader>()
  const { userId, me, news, list, items, often, receipt, others, nextId, recipeSource } = data
  const access = useMemo(() => accessByAccount(userId, list.id, list.role), [userId, list.id, list.role])
  const refusal = refusalOf(useActionData<typeof action>())
  const flash = useFlash()
  // Only for the dialog the page was loaded with; dialogs opened later start empty.
  const [draft, setDraft] = useState(refusal ?? flash?.draft)
  const recipeDraft = fromDraft(flash?.draft?.values)
  const recipeRequest = useRecipeRequest(list.id, recipeDraft)
  useSync(userId)
  const rows = usePendingRows(data, me)
  const reachable = useServerReachable()
  const { dialog: asked, itemId, open, close: leave } = useDialog(access.home)
  // Without JavaScript, a refused form is answered at the address without the dialog.
  const [refused, setRefused] = useState(refusal !== undefined)
  const dialog = asked ?? (refused ? 'add' : null)
  const showRow = useRowToShow(dialog === null)
  usePreloadActions(LIST_ACTIONS)
  useListEvents({ ...list, leaveTo: listsPath(userId) })
  useShortcuts({
    onNew: () => access.may('edit') && open('add'),
    onHelp: () => open('keys'),
    undo: access.undo,
  })

  const close = useCallback(() => {
    setDraft(undefined)
    setRefused(false)
    leave()
  }, [leave])

  const closeDialog = useCallback(() => {
    if (dialog === 'add' || dialog === 'edit' || dialog === 'rename') close()
  }, [dialog, close])
  useRoleNews(list, closeDialog)

  const share = { to: sharingPath(list.id), isShared: me !== undefined }
  const page = { title: list.name, subtitle: leftOf(rows, reachable), ownerId: list.createdBy, userId, share }
  return (
    <ListAccessContext.Provider value={access}>
      <NavBar page={page} messages={false} />
      <div className="beside-lists">
        <OtherLists userId={userId} list={list} rows={rows} initial={others} />
        <main className="page single-list">
          {recipeRequest.found === undefined ? (
            <ItemList list={list} rows={rows} nextId={nextId} onEdit={(id) => open('edit', id)} />
          ) : (
            <AiLoader found={recipeRequest.found} onCancel={recipeRequest.cancel} />
          )}
          {news && <SeenBy list={list} rows={rows} news={news} />}
          {news && <SeenMark address={seenPath(list)} />}
          {access.may('editAll') && (
            <AiBox
              listId={list.id}
              nextId={nextId}
              source={recipeSource}
              recipe={recipeDraft?.recipe}
              request={recipeRequest}
            />
          )}
        </main>
      </div>
      <Footer
        list={list}
        rows={rows}
        nextId={nextId}
        hasReceipt={receipt !== undefined}
        data={data}
        quickAdd={{ often, draft: flash?.draft?.values.lines, onAdded: showRow }}
        onOpen={open}
      />
      <ItemDialogs
        dialog={dialog}
        itemId={itemId}
        items={items}
        {...{ nextId, draft, onDone: showRow, onClose: close }}
      />
      {dialog === 'receipt' && (access.may('editAll') || receipt) && (
        <ReceiptDialog list={list} receipt={receipt} closeTo={listPath(list.id)} onClose={close} />
      )}
      {dialog === 'rename' && access.may('own') && <RenameDialog list={list} draft={draft} onClose={close} />}
      {dialog === 'text' && <TextDialog list={list} rows={rows} onClose={close} />}
      {dialog === 'changes' && <ChangesDialog closeTo={access.home} onClose={close} />}
      {dialog === 'keys' && <KeysDialog listId={list.id} onClose={close} />}
    </ListAccessContext.Provider>
  )
}
