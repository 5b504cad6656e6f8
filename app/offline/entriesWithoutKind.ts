import type { Act } from '#app/acts/acts.ts'
import type { NewEntry, OldEntry } from './schema.ts'

const NO_VALUES = { name: '', quantity: '', unit: '', price: '', priceFor: '' }
const NOT_SEEN = { seen: '', seenName: '', seenQuantity: '', seenUnit: '', seenPrice: '', seenPriceFor: '' }

/** Browsers may hold changes for months that an older version stored without a kind: their URLs tell it. */
export function withKind(stored: NewEntry | OldEntry): NewEntry {
  if (stored.kind !== undefined) return stored
  const { undoes, op, at, state, answer, account, listID } = stored
  return {
    ...actOf(stored),
    ...{ op, at, state },
    ...(answer && { answer }),
    ...(undoes && { undoes: actOf({ ...undoes, account, listID, name: '' }) }),
  }
}

function actOf(old: Pick<OldEntry, 'account' | 'listID' | 'name' | 'path' | 'fields'>): Act {
  const { account, listID, name, path, fields } = old
  const place = { account, listID, name, path }
  const { pathname, searchParams } = new URL(path, 'http://larder')
  const [, route = '', id = '', linkAct = ''] = pathname.split('/')
  const { id: itemId = '', at = '', completed = '', lines = '' } = fields
  const inQuery = searchParams.get('itemID') ?? ''
  switch (route === 's' ? linkAct : route) {
    case 'completed':
      return {
        ...place,
        kind: 'tick',
        item: itemId,
        fields: { ...fields, id: itemId, listID, at, completed },
      }
    case 'edit-item':
    case 'edit': {
      const item = inQuery || id
      return { ...place, kind: 'edit', item, fields: { ...NO_VALUES, ...NOT_SEEN, ...fields } }
    }
    case 'delete-single-item':
    case 'delete':
      return { ...place, kind: 'remove', item: inQuery, fields }
    case 'quick-add':
      return { ...place, kind: 'quickAdd', fields: { ...fields, id: itemId, at, lines } }
    case 'undo':
      return { ...place, kind: 'undo', fields: { ...fields, operation: '1' } }
    case 'restore-item':
    case 'restore':
      return { ...place, kind: 'restore', item: fields.itemID ?? id, fields }
    default:
      return { ...place, kind: 'add', item: itemId, fields: { ...NO_VALUES, ...fields, id: itemId, at } }
  }
}
