import { useEffect, useMemo, useRef, useState } from 'react'
import type { Row } from '#app/acts/row.ts'
import { missingIn, useOutbox } from '#app/browser/outbox.ts'
import { areOwnItems } from '#app/browser/ownItems.ts'
import { whenReleased } from '#app/browser/whenReleased.ts'
import { WHAT_TO_BUY } from '#app/domain/items/fieldGroups.ts'
import { useListAccess } from '#app/ui/listAccess.ts'
import { measure } from '#app/words/amounts.ts'
import { newRows } from '#app/words/en/newRows.ts'
import { sentenceList } from '#app/words/format.ts'
import type { Reader } from '#app/words/reader.ts'
import { cut } from '#app/words/text.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import type { Deletion } from './Deleted.tsx'
import { highlight } from './motion.ts'
import { useAccountData, usePageData } from './pageData.ts'
import { rowsShownHere, setRowsShownHere } from './rowsShownHere.ts'

interface Props {
  rows: Row[]
  deleted: Deletion[]
  /** From the request until its ingredients are rows. */
  hasRecipe: boolean
  /** Rows that were added here, out of sight, each with an arrow that points there. */
  away: ReadonlyMap<string, string>
  onShow(itemIds: string[]): void
}

/**
 * What came from elsewhere or was changed or deleted there, also while the list was closed: it keeps a mark, and as long
 * as it is out of sight, a tap leads there. A tap also leads to what was added here.
 */
export function NewRows({ rows, deleted, hasRecipe, away, onShow }: Props) {
  const words = useWords(newRows)
  const reader = useReader()
  const { listID } = useListAccess()
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())
  /** The changed rows, as they were before. */
  const [was, setWas] = useState<ReadonlyMap<string, Row>>(new Map())
  const ownActs = useOwnActs()
  const [known] = useState(() => rowsShownHere(listID) ?? new Set(rows.map(({ id }) => id)))

  const news = useAccountData()?.news
  const missed = news?.changed
  // Partners may share an account: only if it is alone on the list, what it added may come from somebody else.
  const isShared = news !== undefined

  /** Rows may come at the moment at which the recipe is done. */
  const before = useRef<{ rows: Row[]; hasRecipe: boolean }>()

  useEffect(() => {
    const last = before.current ?? { rows, hasRecipe }
    // Later, the rows themselves say what has changed.
    const wasClosed = before.current === undefined
    const isFromRecipe = hasRecipe || last.hasRecipe
    before.current = { rows, hasRecipe }
    const isOwn = ({ id, pending, added }: Row) =>
      pending || areOwnItems({ itemID: id }) || ((isFromRecipe || isShared) && added === undefined)
    // Another tab may have added some.
    for (const id of rowsShownHere(listID) ?? []) known.add(id)
    const added = rows.filter((row) => !known.has(row.id) && !isOwn(row)).map(({ id }) => id)
    const deletions = deleted.filter(({ id }) => !known.has(id)).map(({ id }) => id)
    const changed = missed?.filter(({ id }) => !known.has(id)).map(({ itemId }) => itemId)
    for (const { id } of [...rows, ...deleted, ...(missed ?? [])]) known.add(id)
    const changes = wasClosed
      ? rows.filter(({ id }) => changed?.includes(id)).map((row): [string, Row] => [row.id, row])
      : changesIn(rows, last.rows).filter(([id]) => !isFromRecipe && !ownActs.include(id))
    if (rows !== last.rows) ownActs.forgetDone()
    // Of a row that changes several times before it is seen, the first change counts. A new row stays new.
    const sinceSeen = changes.filter(([id]) => !unseen.has(id))
    if (sinceSeen.length > 0) setWas(new Map([...was, ...sinceSeen]))
    const news = [...added, ...deletions, ...changes.map(([id]) => id)]
    if (news.length > 0) return setUnseen(new Set([...unseen, ...news]))
    if (document.visibilityState === 'visible')
      setRowsShownHere(
        listID,
        [...known].filter((id) => !unseen.has(id) || away.has(id)),
      )
  }, [rows, hasRecipe, deleted, missed, isShared, ownActs, unseen, was, known, listID, away])

  const pointed = useRef<Props['away']>(new Map())
  useEffect(() => {
    const added = [...away.keys()].filter((id) => !pointed.current.has(id))
    pointed.current = away
    if (added.length > 0) setUnseen((before) => new Set([...before, ...added]))
  }, [away])

  const shown = rows.filter(({ id, completed }) => unseen.has(id) && (!completed || was.has(id)))
  const gone = deleted.filter(({ id }) => unseen.has(id))
  const shownIds = [...shown, ...gone].map(({ id }) => id)
  const ids = shownIds.join()
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target)
      for (const row of seen) highlight(row)
      const isSeen = (id: string) => seen.some((row) => row.id === `item-${id}`)
      if (seen.length === 0) return
      // The page ends a little earlier then: at its end, everything moves down.
      whenReleased(() => setUnseen((before) => new Set([...before].filter((id) => !isSeen(id)))))
    }, inSight())
    for (const id of ids.split(',')) {
      const row = document.getElementById(`item-${id}`)
      if (!away.has(id)) row?.classList.add('from-elsewhere')
      if (row) observer.observe(row)
    }
    return () => observer.disconnect()
  }, [ids, away])

  const authors = [...new Set(shown.map(({ added }) => added))]
  const names = authors.every((name) => name !== undefined) ? sentenceList(reader, authors) : ''
  const n = shownIds.length
  const [first = gone[0]] = shown
  const way = shown.map(({ id }) => away.get(id)).find(Boolean) ?? ''
  const hasChanges = gone.length > 0 || shown.some(({ id }) => was.has(id))
  const text =
    (n === 1 && first && sentenceOf(reader, first, was.get(first.id))) ||
    (n === 1 && first && way && 'name' in first && cut(first.name)) ||
    (hasChanges ? words.changes({ n }) : words.news({ n, names }))
  return (
    <div className="new-rows" role="status">
      {n > 0 && (
        <button type="button" className="button" onClick={() => onShow(shownIds)}>
          {way ? `${text} ${way}` : text}
        </button>
      )}
    </div>
  )
}

/** What this browser has done since the rows last changed: what isn't in the data yet, and what may just have got there. */
function useOwnActs() {
  const data = usePageData()
  const { entries } = useOutbox()
  /** The items of acts, each time that acts changed. Without an item, an act may change any. */
  const items = useRef<ReadonlySet<string | undefined>[]>([])
  useEffect(() => {
    items.current.push(new Set(missingIn(data, entries).map(({ item }) => item)))
  }, [data, entries])
  return useMemo(
    () => ({
      include: (id: string) => items.current.some((some) => some.has(id) || some.has(undefined)),
      forgetDone() {
        items.current = items.current.slice(-1)
      },
    }),
    [],
  )
}

/**
 * Rows whose name or amount is another, or that were in the basket, as they were. A price can be guessed or remembered.
 */
function changesIn(rows: Row[], before: Row[]): [string, Row][] {
  if (rows === before) return []
  const old = new Map(before.map((row) => [row.id, row]))
  return rows.flatMap((row) => {
    const was = old.get(row.id)
    if (!was || was === row) return []
    const isChanged = WHAT_TO_BUY.some((field) => row[field] !== was[field])
    return isChanged || (was.completed && !row.completed) ? [[row.id, was]] : []
  })
}

/** 'Ben deleted Milk' or 'Milk: 3 → 5' */
function sentenceOf(reader: Reader, one: Row | Deletion, was: Row | undefined): string | undefined {
  if ('text' in one) return one.text
  const [before, now] = [was && measure(reader, was), measure(reader, one)]
  return was && before !== now ? `${cut(one.name)}: ${before} → ${now}` : undefined
}

/** What the bar and the foot cover isn't seen, nor a row of which only a part shows. */
function inSight(): IntersectionObserverInit {
  const foot = document.querySelector('.list-actions')?.getBoundingClientRect().height ?? 0
  return { rootMargin: `-56px 0px -${Math.round(foot)}px`, threshold: 0.8 }
}
