import { useMemo } from 'react'
import { type ShownEntry, useOutbox } from '#app/offline/outbox.ts'
import { loadOf } from '#app/ui/pageCache.ts'
import { useRequests } from '#app/ui/useRequests.ts'
import { type PendingRequest, type Row, withPending } from './pending.ts'

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
    return withPending(data.items, data.list.id, [...missing.map(asRequest), ...requests], me)
  }, [data, entries, requests, me])
}

const asRequest = ({ path, fields, undoes, isLate = false, doneAt }: ShownEntry): PendingRequest => ({
  formAction: (undoes ?? { path }).path,
  formData: { get: (name) => (undoes ?? { fields }).fields[name] ?? null },
  isUndo: undoes !== undefined,
  isLate: isLate && doneAt === undefined,
})
