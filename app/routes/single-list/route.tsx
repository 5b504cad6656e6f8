import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import {
  type ClientLoaderFunctionArgs,
  Link,
  type ShouldRevalidateFunction,
  useActionData,
  useFetchers,
  useLoaderData,
  useNavigate,
  useRouteLoaderData,
} from '@remix-run/react'
import { useMemo, useState } from 'react'
import { addItem } from '#app/domain/addItems.ts'
import { DomainError } from '#app/domain/errors.ts'
import { newId } from '#app/domain/ids.ts'
import { AddItem } from '#app/domain/inputs.ts'
import { isLongList, itemsOf } from '#app/domain/items.ts'
import { listFor } from '#app/domain/lists.ts'
import { receiptOf } from '#app/domain/receipts.ts'
import { requireUser } from '#app/http/auth.ts'
import { parse, readForm } from '#app/http/forms.ts'
import { queuePage } from '#app/http/remix.ts'
import { done, expectedFailure, refusedHere } from '#app/http/replies.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { ActForm } from '#app/ui/ActForm.tsx'
import { useListEvents } from '#app/ui/live/useListEvents.ts'
import { NavBar } from '#app/ui/NavBar.tsx'
import { catchNetworkError } from '#app/ui/networkError.ts'
import { loadCached } from '#app/ui/pageCache.ts'
import { listPath, recentPath } from '#app/ui/paths.ts'
import { usePreloadActions } from '#app/ui/preloadActions.ts'
import { fromDraft } from '#app/ui/recipeReply.ts'
import { refusalOf } from '#app/ui/reply.ts'
import { syncClock } from '#app/ui/serverClock.ts'
import { AiBox } from './AiBox.tsx'
import { AiLoader } from './AiLoader.tsx'
import { Footer } from './Footer.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { ItemList } from './ItemList.tsx'
import { type Row, withPending } from './pending.ts'
import { ReceiptDialog } from './ReceiptDialog.tsx'
import { Total } from './Total.tsx'
import { useRecipeRequest } from './useRecipeRequest.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.list.name} · Larder` : 'Larder' },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const listId = search.get('listID')
  if (!listId) throw redirect('/', 303)
  const user = await requireUser(context.services, request)
  try {
    // With its revision, before the items: if it changes in between, the next event makes the page reload.
    let list = await listFor(context.services.db, user, listId, 'view')
    if (await isLongList(context.services, list)) {
      await queuePage(context, user)
      // Read again: the list may have changed while this page waited.
      list = await listFor(context.services.db, user, listId, 'view')
    }
    const { id, name, createdBy, revision } = list
    const items = await itemsOf(context.services, user, id)
    const receipt = await receiptOf(context.services, user, id)
    return {
      list: { id, name, createdBy, revision },
      items: items.map(({ id, name, quantityMilli, priceCents, completed, completedAt, updatedAt }) => {
        return { id, name, quantityMilli, priceCents, completed, completedAt, updatedAt }
      }),
      receipt: receipt && { id: receipt.id, width: receipt.width, height: receipt.height },
      recipeSource: context.services.ai.name,
      now: Date.now(),
      // For forms sent without JavaScript, so that a double click adds one item.
      nextId: newId(),
      open: { dialog: search.get('dialog'), itemId: search.get('itemID') },
    }
  } catch (error) {
    if (context.closed.aborted || (error instanceof DomainError && error.status === 429)) throw error
    if (error instanceof DomainError) expectedFailure(context, error)
    else context.services.log.error({ err: error, id: context.requestId })
    throw redirect('/landing', 303)
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context.services, request)
  const listId = new URL(request.url).searchParams.get('listID') ?? undefined
  const values = await readForm(request)
  try {
    const { change } = await addItem(context.services, user, { listId, ...parse(AddItem, values) })
    return done(context, listPath(listId ?? ''), { message: 'Item added successfully!', change })
  } catch (error) {
    if (error instanceof DomainError && error.status === 404) {
      expectedFailure(context, error)
      throw redirect('/landing', 303)
    }
    return refusedHere(context, error, values, 'Item addition failed!')
  }
}

/** The action-only routes this page posts to. */
const ACTIONS = [
  'completed',
  'edit-item.$id',
  'delete-single-item.$id',
  'delete-items.$id',
  'clear-done.$id',
  'delete-receipt.$id',
  'undo.$id',
  'back.$id',
]

export type ListData = Awaited<ReturnType<typeof loader>>

export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  loadCached<ListData>(args, (fresh) => syncClock(fresh.now))
clientLoader.hydrate = true
export const clientAction = catchNetworkError

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

/** The item is the one from when the dialog was opened. */
type OpenDialog = { dialog: 'add' | 'receipt' } | { dialog: 'edit'; item: Row } | undefined

export default function SingleList() {
  const { list, items, receipt, nextId, recipeSource, open: initial } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const flash = useRouteLoaderData<typeof rootLoader>('root')?.flash
  // Only for the dialog the page was loaded with; dialogs opened later start empty.
  const [draft, setDraft] = useState(refusalOf(refusal) ?? flash?.draft)
  const recipeDraft = fromDraft(flash?.draft?.values)
  const recipeRequest = useRecipeRequest(list.id, recipeDraft)
  const navigate = useNavigate()
  const fetchers = useFetchers()
  const rows = useMemo(() => withPending(items, list.id, fetchers), [items, list.id, fetchers])
  const [open, setOpen] = useState<OpenDialog>(() => {
    const item = initial.dialog === 'edit' && items.find((row) => row.id === initial.itemId)
    if (item) return { dialog: 'edit', item }
    if (initial.dialog === 'receipt') return { dialog: 'receipt' }
    return initial.dialog === 'add' || refusalOf(refusal) ? { dialog: 'add' } : undefined
  })
  const path = listPath(list.id)
  usePreloadActions(ACTIONS)
  useListEvents(list)

  function close() {
    setOpen(undefined)
    setDraft(undefined)
    // Remove the dialog from the URL, so that a reload doesn't open it again.
    if (initial.dialog) navigate(path, { replace: true, preventScrollReset: true })
  }

  function edit(id: string) {
    const item = items.find((row) => row.id === id)
    if (item) setOpen({ dialog: 'edit', item })
  }

  return (
    <>
      <NavBar page={{ title: list.name, ownerId: list.createdBy }} />
      <main className="page single-list">
        <AiBox
          listId={list.id}
          nextId={nextId}
          source={recipeSource}
          recipe={recipeDraft?.recipe}
          request={recipeRequest}
        />
        <Total rows={rows} />
        <div className="list-links">
          <Link to={recentPath(list.id)}>Recent changes</Link>
          {rows.some((row) => row.completed) && (
            <ActForm action={`/clear-done/${list.id}`}>
              <button type="submit" className="button quiet">
                Clear done
              </button>
            </ActForm>
          )}
        </div>
        {recipeRequest.found === undefined ? (
          <ItemList listId={list.id} rows={rows} onEdit={edit} />
        ) : (
          <AiLoader found={recipeRequest.found} onCancel={recipeRequest.cancel} />
        )}
      </main>
      <Footer
        listId={list.id}
        empty={rows.length === 0}
        hasReceipt={receipt !== undefined}
        onAdd={() => setOpen({ dialog: 'add' })}
        onReceipt={() => setOpen({ dialog: 'receipt' })}
      />
      {open?.dialog === 'add' && (
        <ItemDialog listId={list.id} nextId={nextId} draft={draft} onClose={close} />
      )}
      {open?.dialog === 'edit' && (
        <ItemDialog
          listId={list.id}
          nextId={nextId}
          item={open.item}
          updatedAt={items.find((row) => row.id === open.item.id)?.updatedAt}
          draft={draft}
          onClose={close}
        />
      )}
      {open?.dialog === 'receipt' && (
        <ReceiptDialog list={list} receipt={receipt} closeTo={path} onClose={close} />
      )}
    </>
  )
}
