import type { goods } from '#db/schema.ts'

// Beside what a change did to items, it has what it counted. An undo takes both back.

export type Good = typeof goods.$inferSelect
export type Key = Pick<Good, 'nameKey' | 'unit'>
export type Known = Omit<Good, 'listId' | 'nameKey' | 'unit'>

export interface GoodEffect extends Key {
  before: Known | null
  after: Known | null
}

const MARK = 'good:'

interface Row {
  itemId: string
  before: string | null
  after: string | null
}

export const isGoodRow = ({ itemId }: Pick<Row, 'itemId'>) => itemId.startsWith(MARK)

export const goodRow = ({ nameKey, unit, before, after }: GoodEffect) => ({
  itemId: `${MARK}${unit}:${nameKey}`,
  before: before && JSON.stringify(before),
  // An empty state, as all who read effects expect one.
  after: JSON.stringify(after ?? {}),
})

export function goodIn({ itemId, before, after }: Row): GoodEffect {
  const [, unit = '', ...name] = itemId.split(':')
  return {
    nameKey: name.join(':'),
    unit: unit as Key['unit'],
    before: JSON.parse(before ?? 'null'),
    after: after === null || after === '{}' ? null : JSON.parse(after),
  }
}
