import { useMemo } from 'react'
import { totalOf } from '#app/domain/amounts.ts'
import { money } from '#app/messages/format.ts'
import type { Row } from './pending.ts'

export function Total({ rows }: { rows: Row[] }) {
  const total = useMemo(() => money(totalOf(rows)), [rows])
  return (
    <p className="total">
      <span>Est Total:</span>
      <i aria-hidden="true" />
      <strong>{total}</strong>
    </p>
  )
}
