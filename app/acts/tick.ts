import { type ActKind, formAt, isLink, type Place } from './act.ts'
import type { Row } from './row.ts'

export type Tick = ReturnType<typeof tickForm>

export const tickPath = ({ account }: Place) => (isLink(account) ? `${account}/completed` : '/completed')

export function tickForm(place: Place, row: Pick<Row, 'id' | 'name'>, completed: boolean, at: number) {
  const { id, name } = row
  return formAt(place, {
    kind: 'tick' as const,
    item: id,
    name,
    path: tickPath(place),
    fields: { id, listID: place.listID, completed: completed ? 'on' : 'false', at: String(at) },
  })
}

export const tick: ActKind<Tick> = {
  waitsAs: ({ fields }) => (isOn(fields) ? 'tickItem' : 'untickItem'),

  show(rows, { fields }) {
    const completed = isOn(fields)
    const completedAt = Number(fields.at)
    const row = rows.find(({ id }) => id === fields.id)
    if (!row || row.completedAt > completedAt) return rows
    // An earlier one may follow: what was answered stays in the outbox for a moment, and not always in its order.
    if (row.completed === completed)
      return row.completedAt === completedAt
        ? rows
        : rows.map((one) => (one === row ? { ...row, completedAt } : one))
    const others = rows.filter((other) => other !== row)
    // Among the other ticked or open ones, where the server has it: ids sort as the items were added.
    const later = others.findIndex(
      (other) => other.completed === completed && other.aisle === row.aisle && other.id > row.id,
    )
    others.splice(later < 0 ? others.length : later, 0, { ...row, completed, completedAt, ticked: undefined })
    return others
  },

  takeBack: (rows, { fields }) =>
    rows.map((row) => (row.id === fields.id ? { ...row, completed: !isOn(fields) } : row)),
}

const isOn = ({ completed }: Tick['fields']) => completed === 'on'
