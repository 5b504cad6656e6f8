import { useActionData } from '@remix-run/react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { countsOf, type Row } from '#app/acts/row.ts'
import { loadedWhenIdle } from '#app/browser/loadedWhenIdle.ts'
import { useListEvents } from '#app/browser/useListEvents.ts'
import { useSync } from '#app/browser/useSync.ts'
import { DOLLAR } from '#app/domain/locale/currency.ts'
import { listsPath, seenPath, sharingPath } from '#app/protocol/paths.ts'
import { type Refusal, type Reply, refusalOf } from '#app/protocol/reply.ts'
import { useFlash } from '#app/ui/flash.ts'
import { accessByAccount, accessByLink, ListAccessContext, useListAccess } from '#app/ui/listAccess.ts'
import { GuestBar, NavBar } from '#app/ui/NavBar.tsx'
import { KeepAhead } from '#app/ui/offline/keepAheadWhenIdle.ts'
import { Shortcuts } from '#app/ui/Shortcuts.ts'
import { list as listWords } from '#app/words/en/list.ts'
import { itemsLeft } from '#app/words/sums.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { AiBox } from './AiBox.tsx'
import { AiLoader } from './AiLoader.tsx'
import { Deleted, useDeleted } from './Deleted.tsx'
import { Footer } from './Footer.tsx'
import { ItemList } from './ItemList.tsx'
import { ListMenu } from './ListMenu.tsx'
import { highlight } from './motion.ts'
import { NameForm } from './NameForm.tsx'
import { OtherLists } from './OtherLists.tsx'
import { byAccount, byLink, type PageData, useListRows, usePageData } from './pageData.ts'
import { QuickAdd } from './QuickAdd.tsx'
import { SeenBy, SeenMark } from './SeenBy.tsx'
import { useFirstTaps } from './useFirstTaps.ts'
import { type DialogName, useListDialogs } from './useListDialogs.ts'
import { useRecipeRequest } from './useRecipeRequest.ts'
import { SETTLED_AFTER_MS } from './useSettledRows.ts'

const ListDialog = loadedWhenIdle(async () => (await import('./ListDialog.tsx')).ListDialog, true)
const NewRows = loadedWhenIdle(async () => (await import('./NewRows.tsx')).NewRows)

/** A list, by account or by link. Without a right, its controls are not there. */
export function ListPage({ foot }: { foot?: ReactNode }) {
  const data = usePageData()
  const { list } = data
  const account = byAccount(data)
  const link = byLink(data)
  const guest = link?.guest
  const access = useAccess(data)
  const flash = useFlash()
  const refusal = refusalOf(useActionData<Reply | Refusal>())
  const rows = useListRows(data)
  const recipeRequest = useRecipeRequest(list.id, flash?.answer, rows.length === 0)
  useSync(access.account)
  useFirstTaps(access, rows, data.now)
  const dialogs = useListDialogs(list, access.home, refusal ?? flash?.draft)
  // By aisle, a new row has its place once the server has answered.
  const isOnItsWay = ({ aisle, waiting }: Row) => data.sorting && aisle === undefined && !waiting
  const moving = rows.filter(isOnItsWay).map(({ id }) => id)
  const { show, showAdded, showFound, away } = useHighlight(dialogs.dialog !== null, moving)
  const { progress, reply } = recipeRequest
  // An answer keeps the box in sight.
  useShowFound(progress !== undefined, rows, reply?.answer ? moveNothing : showFound)
  const mayEdit = access.may('edit')
  const deleted = useDeleted(list.id, rows, account?.news?.deleted)
  useListEvents({ ...list, token: link?.token })

  const main = (
    <main className="page single-list">
      {/* Nobody would find it below a long list. */}
      {mayEdit && guest === '' && <NameForm />}
      {account && access.may('editAll') && (
        <AiBox
          source={account.recipeSource}
          request={recipeRequest}
          dishes={(rows.length === 0 && account.dishes) || []}
        />
      )}
      {!progress ? (
        <ItemList
          rows={rows}
          onEdit={(id) => dialogs.open('edit', id)}
          onFinish={() => dialogs.open('finish')}
        >
          {account?.news && <SeenBy list={list} rows={rows} news={account.news} />}
          <Deleted deleted={deleted} />
        </ItemList>
      ) : (
        <AiLoader progress={progress} onCancel={recipeRequest.cancel} />
      )}
      {mayEdit && guest && <NameForm />}
      {account ? (
        account.news && <SeenMark address={seenPath(list)} />
      ) : (
        <SeenMark address={`${access.home}/seen?revision=${list.revision}`} />
      )}
      {foot}
      {/* It is where people go when they come back. */}
      {account && <KeepAhead paths={[listsPath(account.userId)]} />}
    </main>
  )
  return (
    <ListAccessContext.Provider value={access}>
      <ListBar data={data} rows={rows} onOpen={dialogs.open} />
      {account ? (
        <div className="beside-lists">
          <OtherLists rows={rows} data={account} />
          {main}
        </div>
      ) : (
        main
      )}
      <Footer rows={rows} onOpen={dialogs.open}>
        <NewRows
          key={`new ${list.id}`}
          rows={rows}
          deleted={deleted}
          hasRecipe={progress !== undefined}
          away={away}
          onShow={show}
        />
        {mayEdit && <QuickAdd key={list.id} rows={rows} onAdded={showAdded} onAsk={recipeRequest.send} />}
      </Footer>
      <ListDialog rows={rows} dialogs={dialogs} onDone={(id) => showAdded([id])} />
      <Shortcuts
        onNew={() => mayEdit && dialogs.open('add')}
        {...(account && { onHelp: () => dialogs.open('keys') })}
        place={access}
      />
    </ListAccessContext.Provider>
  )
}

function useAccess(data: PageData) {
  const { id, role } = data.list
  // Kept pages may be older than currencies.
  const { symbol, decimals } = data.list.currency ?? DOLLAR
  const { token, guest = '' } = byLink(data) ?? {}
  const { userId = '', list } = byAccount(data) ?? {}
  const ownerName = list?.ownerName
  return useMemo(
    () =>
      token === undefined
        ? accessByAccount(userId, id, role, { symbol, decimals }, ownerName)
        : accessByLink(token, id, role, guest, { symbol, decimals }),
    [token, guest, userId, id, role, symbol, decimals, ownerName],
  )
}

interface BarProps {
  data: PageData
  rows: Row[]
  onOpen(dialog: DialogName): void
}

function ListBar({ data, rows, onOpen }: BarProps) {
  const words = useWords(listWords)
  const reader = useReader()
  const { list } = data
  const basket = countsOf(rows)
  const left = itemsLeft(reader, basket)
  const subtitle = useListAccess().may('edit') ? left : `${words.viewOnly} · ${left}`
  const title = { title: list.name, subtitle, basket }
  const account = byAccount(data)
  if (!account) return <GuestBar {...title} />
  const { userId } = account
  const label = list.role === 'owner' ? ('Share' as const) : ('People' as const)
  const share = { to: sharingPath(list.id), label, isShared: Boolean(account.news) }
  const menu = <ListMenu rows={rows} onOpen={onOpen} />
  const page = { ...title, menu, ownerId: account.list.createdBy, userId, share }
  return <NavBar page={page} messages={false} />
}

interface Shown {
  ids: string[]
  /** What somebody adds is here; what is found was asked for; where news are, a tap leads. */
  why: 'added' | 'found' | 'news'
}

/**
 * Highlights rows and scrolls to the first, once the dialog in front of them is closed. What somebody adds moves nothing
 * while they look elsewhere: those rows are away, with the way to them, as are those for which there is no room.
 */
function useHighlight(isBehindDialog: boolean, moving: string[]) {
  const [{ ids, why }, setShown] = useState<Shown>({ ids: [], why: 'news' })
  const [away, setAway] = useState<ReadonlyMap<string, string>>(new Map())
  const isMoving = moving.some((id) => ids.includes(id))
  useEffect(() => {
    if (ids.length === 0 || isBehindDialog || isMoving) return
    const point = (ids: string[], way: string) =>
      setAway((others) => new Map([...others, ...ids.map((id): [string, string] => [id, way])]))
    const show = () => {
      setShown({ ids: [], why })
      const rows = ids.flatMap((id) => document.getElementById(`item-${id}`) ?? [])
      const [first] = rows
      if (!first) return
      const before = first.previousElementSibling
      // The foot may just have grown over it.
      const isNear = before && isAbove(before, innerHeight + before.clientHeight)
      if (why === 'added' && !isAbove(first, footTop()) && !isNear) {
        return point(ids, first.getBoundingClientRect().top < 0 ? '↑' : '↓')
      }
      for (const row of rows) highlight(row)
      const together = rows.filter((row, n) => n === 0 || row.previousElementSibling === rows[n - 1])
      scrollBy(0, distanceTo(together))
      if (why === 'news') return
      const hidden = new Set(together.filter((row) => !isAbove(row, footTop())).map(({ id }) => id))
      point(
        ids.filter((id) => hidden.has(`item-${id}`)),
        '↓',
      )
    }
    // Back from the basket, where it is shown for a moment.
    if (!document.querySelector(`#basket > #item-${ids[0]}:not(.done)`)) return show()
    const timer = setTimeout(show, SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [ids, why, isBehindDialog, isMoving])
  const showers = useMemo(() => {
    const shower = (why: Shown['why']) => (ids: string[]) => setShown({ ids, why })
    return { show: shower('news'), showAdded: shower('added'), showFound: shower('found') }
  }, [])
  return { ...showers, away }
}

const footTop = () => document.querySelector('.list-actions')?.getBoundingClientRect().top ?? innerHeight

/** To as many of them as there is room for, from the first. */
function distanceTo(rows: Element[]): number {
  const top = (rows[0]?.getBoundingClientRect().top ?? 0) - BAR
  const bottom = (rows.at(-1)?.getBoundingClientRect().bottom ?? 0) - footTop()
  return Math.min(top, Math.max(bottom, 0))
}

/** With some room below it. */
const BAR = 72

function isAbove(row: Element, edge: number): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  return top >= 0 && bottom <= edge
}

const moveNothing = () => {}

/** The ingredients of a recipe, once they are on the list: the new ones first. */
function useShowFound(isRunning: boolean, rows: Row[], show: (itemIds: string[]) => void) {
  const quantities = useRef<Map<string, number>>()
  useEffect(() => {
    const before = quantities.current
    if (isRunning) {
      quantities.current ??= new Map(rows.map(({ id, quantityMilli }) => [id, quantityMilli]))
      return
    }
    quantities.current = undefined
    if (!before) return
    const found = rows.filter(({ id, quantityMilli }) => before.get(id) !== quantityMilli).map(({ id }) => id)
    if (found.length > 0) show(found.sort((a, b) => Number(before.has(a)) - Number(before.has(b))))
  }, [isRunning, rows, show])
}
