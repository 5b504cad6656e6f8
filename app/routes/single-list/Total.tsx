import { useMemo } from 'react'
import { totalOf } from '#app/domain/amounts.ts'
import { money } from '#app/messages/format.ts'
import type { Row } from './pending.ts'

export function Total({ rows }: { rows: Row[] }) {
  const total = useMemo(() => money(totalOf(rows)), [rows])
  return (
    <p className="total">
      <span>Est Total:</span> <strong>{total}</strong>
    </p>
  )
}

/** '3 left · $ 12.40' */
export function leftOf(rows: Row[]): string {
  if (rows.length === 0) return ''
  const open = rows.filter((row) => !row.completed)
  return open.length === 0 ? 'All done' : `${open.length} left · ${money(totalOf(open))}`
}
