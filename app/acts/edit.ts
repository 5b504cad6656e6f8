import { type ActKind, type Form, isLink, type Place, signed } from './act.ts'
import type { ItemValues } from './itemValues.ts'
import { amountsOf } from './row.ts'

/** With the values that somebody saw when they edited: fields they didn't touch keep what others made of them. */
export interface EditFields extends ItemValues {
  seen: string
  seenName: string
  seenQuantity: string
  seenUnit: string
  seenPrice: string
  seenPriceFor: string
}

type Edit = Form<'edit', EditFields>

export const editPath = ({ account, listID }: Place, itemId: string) =>
  isLink(account) ? `${account}/edit?itemID=${itemId}` : `/edit-item/${itemId}?listID=${listID}`

interface Seen {
  values: ItemValues
  updatedAt: number
}

export function editForm(place: Place, itemId: string, values: ItemValues, seen: Seen): Edit {
  const { account, listID } = place
  const { name, quantity, unit, price, priceFor } = values
  const fields = { name, quantity, unit, price, priceFor, ...seenFields(seen) }
  return {
    ...{ kind: 'edit', account, listID, item: itemId, name },
    path: editPath(place, itemId),
    fields: signed(fields, place),
  }
}

export const seenFields = ({ values, updatedAt }: Seen) => ({
  seen: String(updatedAt),
  seenName: values.name,
  seenQuantity: values.quantity,
  seenUnit: values.unit,
  seenPrice: values.price,
  seenPriceFor: values.priceFor,
})

export const edit: ActKind<Edit> = {
  verb: () => 'change',

  show(rows, { item, fields }) {
    const touched = touchedIn(fields)
    const confirmed = { priceGuessed: false, priceRemembered: false, pending: true as const }
    return rows.map((row) =>
      row.id === item
        ? { ...row, ...amountsOf(touched, row), name: touched.name?.trim() || row.name, ...confirmed }
        : row,
    )
  },

  takeBack: (rows, { item, fields }) =>
    rows.map((row) =>
      row.id === item && row.name === fields.name.trim()
        ? { ...row, ...amountsOf(seenIn(fields), row), name: fields.seenName.trim() }
        : row,
    ),
}

const seenIn = (fields: EditFields): ItemValues => ({
  name: fields.seenName,
  quantity: fields.seenQuantity,
  unit: fields.seenUnit,
  price: fields.seenPrice,
  priceFor: fields.seenPriceFor,
})

function touchedIn(fields: EditFields): Partial<ItemValues> {
  const seen = seenIn(fields)
  return {
    ...(fields.name !== seen.name && { name: fields.name }),
    ...(fields.quantity !== seen.quantity && { quantity: fields.quantity }),
    ...(fields.unit !== seen.unit && { unit: fields.unit }),
    ...(fields.price !== seen.price && { price: fields.price }),
    ...(fields.priceFor !== seen.priceFor && { priceFor: fields.priceFor }),
  }
}
