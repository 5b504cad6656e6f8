import { useMemo } from 'react'
import { toDecimal, totalOf } from '#app/domain/amounts.ts'
import type { Row } from './pending.ts'

export function Total({ rows }: { rows: Row[] }) {
  const total = useMemo(() => toDecimal(totalOf(rows), 2), [rows])
  return (
    <p className="total">
      <span>Est Total:</span>
      <i aria-hidden="true" />
      <strong>$ {total}</strong>
    </p>
  )
}
