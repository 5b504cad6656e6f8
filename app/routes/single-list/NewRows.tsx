import { useEffect, useMemo, useRef, useState } from 'react'
import type { Row } from '#app/acts/row.ts'
import { missingIn, useOutbox } from '#app/offline/page/outbox.ts'
import { useRequests } from '#app/ui/browser/useRequests.ts'
import { useListAccess } from '#app/ui/listAccess.ts'
import { areOwnItems } from '#app/ui/live/ownItems.ts'
import { newRows } from '#app/words/en/newRows.ts'
import { sentenceList } from '#app/words/format.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { usePageData } from './pageData.ts'
import { rowsSeenHere, setRowsSeenHere } from './rowsSeenHere.ts'

interface Props {
  rows: Row[]
  /** From the request until its ingredients are rows. */
  hasRecipe: boolean
  onShow(itemIds: string[]): void
}

/**
 * What came from elsewhere, also while the list was closed, and what was changed there while it is open: it keeps a
 * mark, and as long as it is out of sight, a tap leads there.
 */
export function NewRows({ rows, hasRecipe, onShow }: Props) {
  const words = useWords(newRows)
  const reader = useReader()
  const { listID } = useListAccess()
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const isOfOwnAct = useOwnActs()
  const [known] = useState(() => rowsSeenHere(listID) ?? new Set(rows.map(({ id }) => id)))

  /** Rows may come at the moment at which a recipe or an act is done. */
  const before = useRef({ rows, hasRecipe, isOfOwnAct })

  useEffect(() => {
    const last = before.current
    const isFromRecipe = hasRecipe || last.hasRecipe
    before.current = { rows, hasRecipe, isOfOwnAct }
    const isOwn = ({ id, pending, added }: Row) =>
      pending || areOwnItems({ itemID: id }) || (isFromRecipe && added === undefined)
    // Another tab may have added some.
    for (const id of rowsSeenHere(listID) ?? []) known.add(id)
    const added = rows.filter((row) => !known.has(row.id) && !isOwn(row)).map(({ id }) => id)
    for (const { id } of rows) known.add(id)
    const others = rows.filter(({ id }) => !isFromRecipe && !isOfOwnAct(id) && !last.isOfOwnAct(id))
    const changes = changesIn(others, last.rows)
    if (changes.length > 0) setChanged(new Set([...changed, ...changes]))
    if (added.length + changes.length > 0) return setUnseen(new Set([...unseen, ...added, ...changes]))
    if (document.visibilityState === 'visible')
      setRowsSeenHere(
        listID,
        [...known].filter((id) => !unseen.has(id)),
      )
  }, [rows, hasRecipe, isOfOwnAct, unseen, changed, known, listID])

  const shown = rows.filter(({ id, completed }) => unseen.has(id) && !completed)
  const ids = shown.map(({ id }) => id).join()
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target)
      for (const row of seen) row.classList.add('highlighted')
      const isSeen = (id: string) => seen.some((row) => row.id === `item-${id}`)
      if (seen.length > 0) setUnseen((before) => new Set([...before].filter((id) => !isSeen(id))))
    }, WITHOUT_BARS)
    for (const id of ids.split(',')) {
      const row = document.getElementById(`item-${id}`)
      row?.classList.add('from-elsewhere')
      if (row) observer.observe(row)
    }
    return () => observer.disconnect()
  }, [ids])

  const authors = [...new Set(shown.map(({ added }) => added))]
  const names = authors.every((name) => name !== undefined) ? sentenceList(reader, authors) : ''
  const isChange = shown.some(({ id }) => changed.has(id))
  return (
    <div className="new-rows" role="status">
      {shown.length > 0 && (
        <button type="button" className="button" onClick={() => onShow(shown.map(({ id }) => id))}>
          {isChange ? words.changes({ n: shown.length }) : words.news({ n: shown.length, names })}
        </button>
      )}
    </div>
  )
}

/** Whether an act of this browser that isn't in the data yet can change the row. */
function useOwnActs(): (id: string) => boolean {
  const data = usePageData()
  const { entries } = useOutbox()
  const requests = useRequests()
  return useMemo(() => {
    const items = new Set(missingIn(data, entries).map(({ item }) => item))
    const isAny = items.has(undefined) || requests.some(({ formData }) => formData)
    return (id) => isAny || items.has(id)
  }, [data, entries, requests])
}

/** Open rows whose name or amount is another, or that were in the basket. A price can be guessed or remembered. */
function changesIn(rows: Row[], before: Row[]): string[] {
  if (rows === before) return []
  const old = new Map(before.map((row) => [row.id, row]))
  const isChanged = (row: Row) => {
    const was = old.get(row.id)
    if (!was || was === row || row.completed) return false
    return was.completed || FIELDS.some((field) => row[field] !== was[field])
  }
  return rows.filter(isChanged).map(({ id }) => id)
}

const FIELDS = ['name', 'quantityMilli', 'unit'] as const

/** What the bar and the line for adding cover isn't seen. */
const WITHOUT_BARS = { rootMargin: '-56px 0px -107px' }
