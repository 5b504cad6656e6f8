import { inStoredUnit } from '#app/domain/items/amounts.ts'
import { type ActKind, formAt, isLink, type Place } from './act.ts'
import { type ItemValues, valuesIn } from './itemValues.ts'
import { amountsOf } from './row.ts'

export type Edit = ReturnType<typeof editForm>

export const editPath = ({ account, listID }: Place, itemId: string) =>
  isLink(account) ? `${account}/edit?itemID=${itemId}` : `/edit-item/${itemId}?listID=${listID}`

interface Seen {
  values: ItemValues
  updatedAt: number
}

export const editForm = (place: Place, itemId: string, values: ItemValues, seen: Seen) =>
  formAt(place, {
    ...{ kind: 'edit' as const, item: itemId, name: values.name },
    path: editPath(place, itemId),
    fields: { ...valuesIn(values), ...seenFields(seen) },
  })

/** Untouched fields keep what others changed while the form was open. */
export const seenFields = ({ values, updatedAt }: Seen) => ({
  seen: String(updatedAt),
  seenName: values.name,
  seenQuantity: values.quantity,
  seenUnit: values.unit,
  seenPrice: values.price,
  seenPriceFor: values.priceFor,
})

export const edit: ActKind<Edit> = {
  verb: () => 'changeItem',

  show(rows, { item, fields, currency }) {
    const touched = touchedIn(fields)
    const confirmed = { priceGuessed: false, priceRemembered: false, pending: true as const }
    return rows.map((row) =>
      row.id === item
        ? {
            ...row,
            ...amountsOf(touched, row, currency),
            name: touched.name?.trim() || row.name,
            ...confirmed,
          }
        : row,
    )
  },

  takeBack: (rows, { item, fields, currency }) =>
    rows.map((row) =>
      row.id === item && row.name === fields.name.trim()
        ? { ...row, ...amountsOf(seenIn(fields), row, currency), name: fields.seenName.trim() }
        : row,
    ),
}

export const seenIn = (fields: Edit['fields']): ItemValues => ({
  name: fields.seenName,
  quantity: fields.seenQuantity,
  unit: fields.seenUnit,
  price: fields.seenPrice,
  priceFor: fields.seenPriceFor,
})

function touchedIn(fields: Edit['fields']): Partial<ItemValues> {
  const seen = new Map(Object.entries(inStoredUnit(seenIn(fields))))
  const values = Object.entries(inStoredUnit(valuesIn(fields)))
  return Object.fromEntries(values.filter(([name, value]) => value !== seen.get(name)))
}
