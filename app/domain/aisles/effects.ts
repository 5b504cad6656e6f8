import { CATEGORIES, type Category } from './categories.ts'

// Beside what a change did to items, it has what it did to the order of the shop. An undo takes both back.

export const isCategory = (value: unknown): value is Category =>
  (CATEGORIES as readonly unknown[]).includes(value)

export interface Aisle {
  position: number
  trips: number
  pinned: boolean
}

interface Changed<Kind, Key, Value> {
  kind: Kind
  key: Key
  before: Value | null
  after: Value | null
}

/** Where an aisle is, or to which one the things of a name belong. */
export type SortingEffect = Changed<'aisle', Category, Aisle> | Changed<'category', string, Category>

const MARK = /^(aisle|category):/

interface Row {
  itemId: string
  before: string | null
  after: string | null
}

export const isSortingRow = ({ itemId }: Pick<Row, 'itemId'>) => MARK.test(itemId)

// In an object, as all who read effects expect one.
const stored = (value: SortingEffect['after']) => JSON.stringify(value === null ? {} : { value })

export const sortingRow = ({ kind, key, before, after }: SortingEffect) => ({
  itemId: `${kind}:${key}`,
  before: stored(before),
  after: stored(after),
})

export function sortingIn({ itemId, before, after }: Row): SortingEffect[] {
  const key = itemId.replace(MARK, '')
  const states = { before: valueIn(before), after: valueIn(after) }
  if (itemId.startsWith('category:')) return [{ kind: 'category', key, ...states }]
  return isCategory(key) ? [{ kind: 'aisle', key, ...states }] : []
}

/** Under which the things of a name stand since a change. */
export function categoryIn(row: Row): Category | undefined {
  const { after } = sortingIn(row)[0] ?? {}
  return isCategory(after) ? after : undefined
}

const valueIn = (state: string | null) => JSON.parse(state ?? '{}').value ?? null
