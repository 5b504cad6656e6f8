import { useEffect, useMemo, useState } from 'react'
import { showsRows } from '#app/acts/acts.ts'
import { withPendingCards } from '#app/acts/cards.ts'
import { missingIn, useOutbox } from '#app/browser/outbox.ts'
import { isFresh, sentAt } from '#app/browser/pageCache.ts'
import { useServerReachable } from '#app/browser/serverReachable.ts'
import { keptLists, shownLists } from '#app/offline/shownLists.ts'
import { useReader } from '#app/words/useWords.ts'
import type { ListsData } from './loader.server.ts'

const NONE: Awaited<ReturnType<typeof keptLists>> = new Map()

export function useShownLists(data: ListsData) {
  const { entries } = useOutbox()
  const reader = useReader()
  const missing = useMemo(() => missingIn(data, entries), [data, entries])
  const reachable = useServerReachable()
  const [kept, setKept] = useState(NONE)
  useEffect(() => {
    const isLatest = reachable && isFresh(location.href)
    const ids = isLatest
      ? missing.filter(showsRows).map(({ listID }) => listID)
      : data.lists.map(({ id }) => id)
    if (ids.length > 0) keptLists(ids).then(setKept, () => {})
  }, [data, missing, reachable])
  return useMemo(() => {
    const { lists, current } = shownLists(reader, data, missing, kept, sentAt(data))
    return { lists: withPendingCards(lists, missing), current }
  }, [reader, data, missing, kept])
}
