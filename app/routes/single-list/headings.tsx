import type { ReactElement } from 'react'
import type { Row } from '#app/acts/row.ts'

/** Before the first row of each aisle. */
export function addHeadings(items: ReactElement[], rows: Row[], names: string[] = []) {
  for (let n = rows.length - 1; n >= 0; n -= 1) {
    const { aisle = -1 } = rows[n] ?? {}
    const name = names[aisle]
    if (!name || aisle === rows[n - 1]?.aisle) continue
    const heading = (
      <li key={name} id={`aisle-${aisle}`} className="aisle">
        <h2>{name}</h2>
      </li>
    )
    items.splice(n, 0, heading)
  }
}
