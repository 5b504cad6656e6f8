import { useMemo } from 'react'
import { totalOf } from '#app/domain/items/amounts.ts'
import { money } from '#app/messages/format.ts'
import { useIsReachable } from '#app/offline/page/reach.ts'
import { Time } from '#app/ui/Time.tsx'
import type { Row } from './pending.ts'

interface Props {
  rows: Row[]
  /** When the server sent the list. */
  at: number | undefined
}

/** Without a connection, it may be old: then it says of when it is. */
export function Total({ rows, at }: Props) {
  const total = useMemo(() => money(totalOf(rows)), [rows])
  const reachable = useIsReachable()
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
