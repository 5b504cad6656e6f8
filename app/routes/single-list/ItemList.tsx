import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { answeredForm } from '#app/acts/answeredActs.ts'
import { removeForm } from '#app/acts/remove.ts'
import type { Row } from '#app/acts/row.ts'
import { tickForm } from '#app/acts/tick.ts'
import { answerText } from '#app/browser/answerText.ts'
import { loadedWhenIdle } from '#app/browser/loadedWhenIdle.ts'
import { isRefused, useOutbox } from '#app/browser/outbox.ts'
import { markOwnItem } from '#app/browser/ownItems.ts'
import { submit } from '#app/browser/send.ts'
import { nextTimestamp } from '#app/browser/serverClock.ts'
import { useBrowserLayoutEffect } from '#app/browser/useBrowserLayoutEffect.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { idInSeries } from '#app/domain/ids.ts'
import type { Answer } from '#app/offline/schema.ts'
import { recentPath, usualPath } from '#app/protocol/paths.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import emptyArt from '#app/ui/art/empty-items.svg?raw'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { HiddenFields } from '#app/ui/HiddenFields.tsx'
import { type ListAccess, useListAccess } from '#app/ui/listAccess.ts'
import { UndoOf } from '#app/ui/Messages.tsx'
import { PageLink } from '#app/ui/PageLink.tsx'
import { usePage } from '#app/ui/pageContext.ts'
import { list as listWords } from '#app/words/en/list.ts'
import { offline } from '#app/words/en/offline.ts'
import { type Reader, wordsOf } from '#app/words/reader.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { FinishLink } from './FinishLink.tsx'
import { addHeadings } from './headings.tsx'
import { ItemRow, ReadRow } from './ItemRow.tsx'
import { nudge } from './motion.ts'
import { useAccountData, usePageData } from './pageData.ts'
import type { Refused } from './sendFinish.ts'
import { rowMeant } from './tapMeant.ts'
import { useSettledRows } from './useSettledRows.ts'

const AllDone = loadedWhenIdle(async () => (await import('./AllDone.tsx')).AllDone, true)
const SortingOffer = loadedWhenIdle(async () => (await import('./SortingOffer.tsx')).SortingOffer, true)

interface Props {
  rows: Row[]
  onEdit(itemId: string): void
  onFinish(): void
  /** Below the open rows. */
  children: ReactNode
}

/** The rows' forms work without JavaScript; with it, one listener puts them into the outbox. */
export function ItemList({ rows, onEdit, onFinish, children }: Props) {
  const words = useWords(listWords)
  const reader = useReader()
  const { deferRows } = usePage()
  const ref = useRef<HTMLDivElement>(null)
  const { open, basket } = useSettledRows(rows, ref)
  useAllDoneInSight(open.length === 0)
  const failures = useFailures()
  const needsConnection = useNeedsConnection()
  const access = useListAccess()
  const account = useAccountData()
  const { sorting } = usePageData()
  const [refused, setRefused] = useState<Refused>()
  const mayEdit = access.may('edit')

  function send(event: FormEvent<HTMLElement>) {
    const button = (event.nativeEvent as SubmitEvent).submitter
    const element = button?.closest('li')
    const row = rows.find(({ id }) => `item-${id}` === element?.id)
    if (!button || !element || !row) return
    event.preventDefault()
    if (button.matches('.tick')) {
      const completed = button.getAttribute('aria-checked') !== 'true'
      void submit(tickForm(access, row, completed, nextTimestamp(row.completedAt)))
    } else {
      void submit(removeForm(access, row))
      focusNeighbor(element)
    }
  }

  function click(event: React.MouseEvent<HTMLElement>) {
    const meant = mayEdit && rowMeant(event.nativeEvent)
    if (meant) {
      event.preventDefault()
      if (meant.control) meant.control.click()
      else nudge(event.target)
      return
    }
    const row = event.target instanceof Element && event.target.closest('a.edit')?.closest('li')
    if (!row || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    onEdit(row.id.replace('item-', ''))
  }

  if (rows.length === 0) {
    const { emptied, emptiedBy, lastTrip, usual, nextId = '' } = account ?? {}
    return (
      <EmptyState art={emptyArt} text={mayEdit ? words.emptyEdit : words.emptyRead}>
        {lastTrip && (
          <ActForm act={(id, typed) => addAgain(access, lastTrip, id, typed !== undefined)} nextId={nextId}>
            <button type="submit" className="button" {...needsConnection(words.sameAsLast(lastTrip))}>
              {words.sameAsLast(lastTrip)}
            </button>
          </ActForm>
        )}
        {usual && (
          <PageLink
            className="button quiet"
            to={usualPath(access.listID)}
            {...needsConnection(words.usual({ n: usual }))}
          >
            {words.usual({ n: usual })}
          </PageLink>
        )}
        {emptied && (
          <>
            <small>{emptied}</small>
            {emptiedBy && <UndoOf change={emptiedBy} nextId={nextId} />}
            <PageLink
              className="button plain"
              to={recentPath(access.listID)}
              {...needsConnection(words.recent)}
            >
              {words.recent}
            </PageLink>
          </>
        )}
      </EmptyState>
    )
  }

  const { listID, guest } = access
  const sent = { scroll: 'above', listID, ...(guest !== undefined && { guest }) }

  function section(id: string, className: string, shown: Row[]) {
    const items = shown.map((row) =>
      mayEdit ? (
        <ItemRow key={row.id} access={access} reader={reader} row={row} failure={failures.get(row.id)} />
      ) : (
        <ReadRow key={row.id} reader={reader} row={row} access={access} />
      ),
    )
    if (id === 'items') addHeadings(items, shown, sorting?.aisles)
    const list = (
      <ul className={mayEdit ? className : `${className} view-only`} id={id}>
        {deferRows ? deferRows(items) : items}
      </ul>
    )
    if (!mayEdit) return list
    // One form for all rows. It sends the new state rather than "toggle", so that a repeated request changes nothing.
    return (
      <form method="post" action={access.completed}>
        <HiddenFields of={{ ...sent, completed: id === 'items' ? 'on' : 'false' }} />
        {list}
      </form>
    )
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users reach the links inside
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className="sections" ref={ref} onSubmit={send} onClick={click}>
      {account?.offer && <SortingOffer />}
      {open.length > 0 ? (
        section('items', 'items', open)
      ) : (
        <AllDone rows={rows} refused={refused} onRefused={setRefused} onFinish={onFinish} />
      )}
      {children}
      {basket.length > 0 && (
        <section aria-labelledby="basket-name">
          <div className="basket-head" id="basket-head">
            <h2 id="basket-name">{words.basket({ n: basket.length })}</h2>
            {open.length > 0 && access.may('editAll') && (
              <FinishLink onFinish={onFinish}>{words.finish}</FinishLink>
            )}
          </div>
          {section('basket', 'items basket', basket)}
        </section>
      )}
    </div>
  )
}

interface LastTrip {
  id: string
  n: number
}

/** What this tab adds isn't announced here. */
function addAgain(access: ListAccess, { id: tripId, n }: LastTrip, id: string, isSent: boolean) {
  if (isSent) for (let at = 0; at < n; at += 1) markOwnItem(idInSeries(id, at))
  return answeredForm(access, 'addAgain', `/add-again/${tripId}`, { id, listID: access.listID })
}

function useAllDoneInSight(isDone: boolean) {
  const wasDone = useRef(isDone)
  useBrowserLayoutEffect(() => {
    if (isDone && !wasDone.current) scrollTo(0, 0)
    wasDone.current = isDone
  }, [isDone])
}

function useFailures(): ReadonlyMap<string | undefined, string | undefined> {
  const reader = useReader()
  const { entries } = useOutbox()
  return useMemo(
    () => new Map(entries.filter(isRefused).map(({ item, answer }) => [item, reasonIn(reader, answer)])),
    [reader, entries],
  )
}

/** The answer ends in "Submit again to overwrite it.", which makes sense only beside a form. */
const reasonIn = (reader: Reader, answer: Answer | undefined) =>
  answer?.code === 'item-changed' ? wordsOf(reader, offline).notSaved({ n: 1 }) : answerText(reader, answer)

function focusNeighbor(row: HTMLLIElement) {
  const rows = [...document.querySelectorAll('.item')]
  const index = rows.indexOf(row)
  const neighbor = rows[index + 1] ?? rows[index - 1]
  const next =
    neighbor?.querySelector<HTMLElement>('.delete') ?? document.querySelector<HTMLElement>('.add-item')
  next?.focus({ preventScroll: true })
}
