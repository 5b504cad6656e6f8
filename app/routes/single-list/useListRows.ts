import { useEffect, useState } from 'react'
import { useServerReachable } from '#app/offline/page/serverReachable.ts'
import type { PageData } from './pageData.ts'
import { leftOf } from './Total.tsx'
import { usePendingRows } from './usePendingRows.ts'

/** `show` scrolls to a row and highlights it, once the dialog in front of it is closed. */
export function useListRows(data: PageData, isBehindDialog: boolean) {
  const rows = usePendingRows(data, 'me' in data ? data.me : undefined)
  const reachable = useServerReachable()
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (!id || isBehindDialog) return
    const row = document.getElementById(`item-${id}`)
    row?.scrollIntoView({ block: 'nearest' })
    row?.classList.add('highlighted')
    setId(undefined)
  }, [id, isBehindDialog])
  return { rows, left: leftOf(rows, reachable), show: setId }
}
