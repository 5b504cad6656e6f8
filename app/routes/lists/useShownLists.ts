import { useEffect, useMemo, useState } from 'react'
import { missingIn, useOutbox } from '#app/offline/page/outbox.ts'
import { keptLists, shownLists } from '#app/offline/shownLists.ts'
import { useReader } from '#app/words/useWords.ts'
import type { ListsData } from './loader.server.ts'

const NONE: Awaited<ReturnType<typeof keptLists>> = new Map()

export function useShownLists(data: ListsData) {
  const { entries } = useOutbox()
  const reader = useReader()
  const missing = useMemo(() => missingIn(data, entries), [data, entries])
  const ids = [...new Set(missing.map(({ listID }) => listID))].join(' ')
  const [kept, setKept] = useState(NONE)
  useEffect(() => {
    if (ids !== '') keptLists(ids.split(' ')).then(setKept, () => {})
  }, [ids])
  return useMemo(() => shownLists(reader, data, missing, kept), [reader, data, missing, kept])
}
