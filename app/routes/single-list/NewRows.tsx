import { useEffect, useRef, useState } from 'react'
import type { Row } from '#app/acts/row.ts'
import { useListAccess } from '#app/ui/listAccess.ts'
import { areOwnItems } from '#app/ui/live/ownItems.ts'
import { newRows } from '#app/words/en/newRows.ts'
import { sentenceList } from '#app/words/format.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import { rowsSeenHere, setRowsSeenHere } from './rowsSeenHere.ts'

interface Props {
  rows: Row[]
  /** From the request until its ingredients are rows. */
  hasRecipe: boolean
  onShow(itemIds: string[]): void
}

/**
 * What came from elsewhere, also while the list was closed: it keeps a mark, and as long as it is out of sight, a tap
 * leads there.
 */
export function NewRows({ rows, hasRecipe, onShow }: Props) {
  const words = useWords(newRows)
  const reader = useReader()
  const { listID } = useListAccess()
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())
  const [known] = useState(() => rowsSeenHere(listID) ?? new Set(rows.map(({ id }) => id)))

  /** Its rows may come at the moment at which it is done. */
  const hadRecipe = useRef(false)

  useEffect(() => {
    const isFromRecipe = hasRecipe || hadRecipe.current
    hadRecipe.current = hasRecipe
    const isOwn = ({ id, pending, added }: Row) =>
      pending || areOwnItems({ itemID: id }) || (isFromRecipe && added === undefined)
    // Another tab may have added some.
    for (const id of rowsSeenHere(listID) ?? []) known.add(id)
    const added = rows.filter((row) => !known.has(row.id) && !isOwn(row)).map(({ id }) => id)
    for (const { id } of rows) known.add(id)
    if (added.length > 0) return setUnseen(new Set([...unseen, ...added]))
    if (document.visibilityState === 'visible')
      setRowsSeenHere(
        listID,
        [...known].filter((id) => !unseen.has(id)),
      )
  }, [rows, hasRecipe, unseen, known, listID])

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
  return (
    <div className="new-rows" role="status">
      {shown.length > 0 && (
        <button type="button" className="button" onClick={() => onShow(shown.map(({ id }) => id))}>
          {words.news({ n: shown.length, names })}
        </button>
      )}
    </div>
  )
}

/** What the bar and the line for adding cover isn't seen. */
const WITHOUT_BARS = { rootMargin: '-56px 0px -107px' }
