import { Link } from '@remix-run/react'
import type { SumRow } from './sums.server.ts'

interface Props {
  /** Of the first column, which names the table. */
  title: string
  paid: string
  rows: SumRow[]
}

export function SumTable({ title, paid, rows }: Props) {
  if (rows.length === 0) return null
  return (
    <table className="sum-table">
      <thead className="sum-head">
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{paid}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, to, about, paid, share }) => (
          <tr key={to ?? label}>
            <th scope="row">
              {to ? (
                <Link to={to} dir="auto">
                  {label}
                </Link>
              ) : (
                <span dir="auto">{label}</span>
              )}
              <small>{about}</small>
              {share > 0 && (
                <svg className="share" width="100%" height="3" aria-hidden>
                  <rect width={`${share * 100}%`} height="3" rx="1.5" />
                </svg>
              )}
            </th>
            <td>{paid}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
