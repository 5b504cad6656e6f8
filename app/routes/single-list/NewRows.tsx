import { useEffect, useRef, useState } from 'react'
import type { Row } from '#app/acts/row.ts'
import { newRows } from '#app/words/en/newRows.ts'
import { sentenceList } from '#app/words/format.ts'
import { useReader, useWords } from '#app/words/useWords.ts'

interface Props {
  rows: Row[]
  onShow(itemIds: string[]): void
}

/** What others have added out of sight, until somebody has seen it: a tap leads there. */
export function NewRows({ rows, onShow }: Props) {
  const words = useWords(newRows)
  const reader = useReader()
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())
  const known = useRef<ReadonlySet<string>>()

  useEffect(() => {
    const before = known.current
    known.current = new Set(rows.map(({ id }) => id))
    const added = rows.filter(({ id, added }) => added !== undefined && before && !before.has(id))
    if (added.length > 0) setUnseen((ids) => new Set([...ids, ...added.map(({ id }) => id)]))
  }, [rows])

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
      if (row) observer.observe(row)
    }
    return () => observer.disconnect()
  }, [ids])

  const authors = [...new Set(shown.map(({ added }) => added ?? ''))]
  return (
    <div className="new-rows" role="status">
      {shown.length > 0 && (
        <button type="button" className="button" onClick={() => onShow(shown.map(({ id }) => id))}>
          {words.fromOthers({ n: shown.length, names: sentenceList(reader, authors) })}
        </button>
      )}
    </div>
  )
}

/** What the bar and the line for adding cover isn't seen. */
const WITHOUT_BARS = { rootMargin: '-56px 0px -107px' }
