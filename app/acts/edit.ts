import { inStoredUnit } from '#app/domain/items/amounts.ts'
import { asSeen, eachField, type ItemValues, valuesIn, valuesSeen } from '#app/domain/items/itemFields.ts'
import { type ActKind, formAt, isLink, type Place } from './act.ts'
import { type TypedValues, withTyped } from './row.ts'

export type Edit = ReturnType<typeof editForm>

export const editPath = ({ account, listID }: Place, itemId: string) =>
  isLink(account) ? `${account}/edit?itemID=${itemId}` : `/edit-item/${itemId}?listID=${listID}`

interface Seen {
  values: ItemValues
  updatedAt: number
}

/** With the category, if somebody has chosen one. */
export const editForm = (
  place: Place,
  itemId: string,
  values: ItemValues,
  seen: Seen,
  chosen: { category?: string } = {},
) =>
  formAt(place, {
    kind: 'edit' as const,
    item: itemId,
    name: values.name,
    path: editPath(place, itemId),
    fields: { ...valuesIn(values), ...seenFields(seen), ...chosen },
  })

/** Untouched fields keep what others changed while the form was open. */
export const seenFields = ({ values, updatedAt }: Seen) => ({ seen: String(updatedAt), ...asSeen(values) })

export const edit: ActKind<Edit> = {
  waitsAs: () => 'changeItem',

  show(rows, { item, fields, currency }) {
    const touched = touchedIn(fields)
    return rows.map((row) =>
      row.id === item
        ? {
            ...withTyped(row, touched, currency),
            priceGuessed: false,
            priceRemembered: false,
            pending: true as const,
          }
        : row,
    )
  },

  takeBack: (rows, { item, fields, currency }) =>
    rows.map((row) =>
      row.id === item && row.name === fields.name.trim() ? withTyped(row, valuesSeen(fields), currency) : row,
    ),
}

function touchedIn(fields: Edit['fields']) {
  const typed = inStoredUnit(valuesIn(fields))
  const seen = inStoredUnit(valuesSeen(fields))
  return eachField<TypedValues>((name) => (typed[name] === seen[name] ? undefined : typed[name]))
}
