import { useMemo } from 'react'
import { type ShownEntry, useOutbox } from '#app/offline/page/outbox.ts'
import { loadOf } from '#app/ui/browser/pageCache.ts'
import { useRequests } from '#app/ui/browser/useRequests.ts'
import { asRequest, type Row, withPending } from './pending.ts'

interface ListData {
  list: { id: string }
  items: Row[]
}

/** The rows of this data with the requests under way and the outbox, unless the data has them already. */
export function usePendingRows(data: ListData, me?: string): Row[] {
  const requests = useRequests()
  const { entries } = useOutbox()
  return useMemo(() => {
    const load = loadOf(data)
    const missing = entries.filter(({ state, doneAt = load }) => state !== 'refused' && doneAt >= load)
    return withPending(data.items, data.list.id, [...missing.map(toRequest), ...requests], me)
  }, [data, entries, requests, me])
}

const toRequest = ({ isLate = false, doneAt, ...entry }: ShownEntry) =>
  asRequest(entry, isLate && doneAt === undefined)
