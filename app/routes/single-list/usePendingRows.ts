import { useMemo } from 'react'
import { pendingAct, pendingRequest, withPending } from '#app/acts/pending.ts'
import type { Row } from '#app/acts/row.ts'
import { useOutbox } from '#app/offline/page/outbox.ts'
import { loadOf } from '#app/offline/page/pageCache.ts'
import { useRequests } from '#app/ui/browser/useRequests.ts'

interface ListData {
  list: { id: string }
  items: Row[]
}

/** The rows of this data with the requests under way and the outbox, unless the data has them already. */
export function usePendingRows(data: ListData, me?: string): Row[] {
  const requests = useRequests()
  const { entries } = useOutbox()
  return useMemo(() => {
    const { items, list } = data
    const load = loadOf(data)
    const missing = entries.filter(
      ({ listID, state, doneAt = load }) => listID === list.id && state !== 'refused' && doneAt >= load,
    )
    return withPending(items, [
      ...missing.map((entry) => pendingAct(entry, entry.isLate === true && entry.doneAt === undefined, me)),
      ...requests.flatMap((request) => pendingRequest(request, list.id)),
    ])
  }, [data, entries, requests, me])
}
