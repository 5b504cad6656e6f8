import { renderToString } from 'react-dom/server'
import { ItemRow } from '#app/routes/single-list/ItemRow.tsx'
import type { Row } from '#app/routes/single-list/pending.ts'

const rows: Row[] = Array.from({ length: 50 }, (_, index) => ({
  id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  name: `Tomatoes on the vine ${index}`,
  quantityMilli: 1500,
  priceCents: 380 + index,
  completed: index > 40,
  completedAt: 0,
  updatedAt: 1,
}))

/** The floor of the list page: the very same rows, by React alone. */
export function renderRows(): string {
  return renderToString(
    <ul className="items card" id="items">
      {rows.map((row, index) => (
        <ItemRow key={row.id} listId="list" row={row} above={rows[index - 1]?.id} />
      ))}
    </ul>,
  )
}
