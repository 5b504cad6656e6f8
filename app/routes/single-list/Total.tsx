import { useMemo } from 'react'
import type { Row } from '#app/acts/row.ts'
import { totalOf } from '#app/domain/items/amounts.ts'
import { money } from '#app/messages/format.ts'
import { sentAt } from '#app/offline/page/pageCache.ts'
import { useServerReachable } from '#app/offline/page/serverReachable.ts'
import { Time } from '#app/ui/Time.tsx'
import { usePageData } from './pageData.ts'

/** Without a connection, it may be old: then it says of when it is. */
export function Total({ rows }: { rows: Row[] }) {
  const at = sentAt(usePageData())
  const total = useMemo(() => money(totalOf(rows)), [rows])
  const reachable = useServerReachable()
  return (
    <p className="total">
      <span>Est Total:</span> <strong>{total}</strong>
      {!reachable && at !== undefined && (
        <small>
          {' '}
          as of <Time at={at} />
        </small>
      )}
    </p>
  )
}

/** '3 left · $ 12.40'; without a connection, only '3 left'. */
export function leftOf(rows: Row[], reachable: boolean): string {
  if (rows.length === 0) return ''
  const open = rows.filter((row) => !row.completed)
  if (open.length === 0) return 'All done'
  return reachable ? `${open.length} left · ${money(totalOf(open))}` : `${open.length} left`
}
