import { useEffect, useMemo, useState } from 'react'
import { pendingAct, pendingRequest, withPending } from '#app/acts/acts.ts'
import { type Row, textToRows } from '#app/acts/row.ts'
import { missingIn, useOutbox } from '#app/offline/page/outbox.ts'
import { useRequests } from '#app/ui/browser/useRequests.ts'

interface ListData {
  list: { id: string }
  items: string
}

/** The rows of this data with the requests under way and the outbox, unless the data has them already. */
export function useListRows(data: ListData, me?: string): Row[] {
  const requests = useRequests()
  const { entries } = useOutbox()
  const items = useMemo(() => textToRows(data.items), [data.items])
  return useMemo(() => {
    const { list } = data
    const missing = missingIn(data, entries).filter(({ listID }) => listID === list.id)
    return withPending(items, [
      ...missing.map((entry) => pendingAct(entry, entry.isLate === true && entry.doneAt === undefined, me)),
      ...requests.flatMap((request) => pendingRequest(request, list.id)),
    ])
  }, [data, items, entries, requests, me])
}

/** Scrolls to a row and highlights it, once the dialog in front of it is closed. */
export function useHighlight(isBehindDialog: boolean): (itemId: string) => void {
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (!id || isBehindDialog) return
    const row = document.getElementById(`item-${id}`)
    row?.scrollIntoView({ block: 'nearest' })
    row?.classList.add('highlighted')
    setId(undefined)
  }, [id, isBehindDialog])
  return setId
}
