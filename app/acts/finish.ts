import { finishPath } from '#app/protocol/paths.ts'
import { type ActKind, formAt, type Place } from './act.ts'

/** As the form has them. Without a store, it is the last one. */
export interface FinishFields {
  listID: string
  /** Ids with spaces between them. Without them: all that is ticked. */
  items?: string
  paid: string
  store?: string
  boughtOn: string
  shown?: string
  quantity?: string
  price?: string
}

export type Finish = ReturnType<typeof finishForm>

/** More would be too long for a form. */
const MOST_NAMED = 1_500

export function finishForm(place: Place, ids: string[], typed: Omit<FinishFields, 'listID' | 'items'>) {
  const { listID } = place
  const items = ids.length > MOST_NAMED ? {} : { items: ids.join(' ') }
  const fields: FinishFields = { listID, ...items, ...typed }
  return formAt(place, { kind: 'finish' as const, name: '', path: finishPath(listID), fields })
}

/** What others tick meanwhile stays. */
export const finish: ActKind<Finish> = {
  waitsAs: () => 'finish',

  show(rows, { fields: { items } }) {
    const named = items && new Set(items.split(' '))
    return rows.filter(({ id, completed }) => !completed || (named && !named.has(id)))
  },
}
