import type { AppLoadContext } from '@remix-run/node'
import { byAisle } from '#app/acts/acts.ts'
import type { RoledList } from '#app/domain/access/access.ts'
import { hasRight } from '#app/domain/access/rights.ts'
import { CATEGORIES } from '#app/domain/aisles/categories.ts'
import { orderOf } from '#app/domain/aisles/order.ts'
import { sortingOf } from '#app/domain/aisles/sorting.ts'
import { aisles } from '#app/words/en/aisles.ts'
import { categories } from '#app/words/en/categories.ts'
import { wordsOf } from '#app/words/reader.ts'

/** Fewer need no headings. */
const HEADINGS_FROM = 3
/** Shorter lists are quick to read in any order. */
const OFFERED_FROM = 12

type Context = Pick<AppLoadContext, 'services' | 'reader'>
type Listed = Pick<RoledList, 'id' | 'view' | 'isLearned'>

interface Shown<Row> {
  rows: Row[]
  /** By aisle. */
  sorting?: {
    /** The name of the other way. */
    added: string
    /** What leads to the order of the shop. */
    order: string
    /** Their names in that order. None if there are too few. */
    aisles: string[]
  }
  offer?: { text: string; decline: string }
}

interface Listable {
  name: string
  completed: boolean
}

/** The rows as somebody wants to see them, with what the page says about that: its scripts have no texts for it. */
export async function sortedRows<Row extends Listable>(
  { services, reader }: Context,
  { id, view, isLearned }: Listed,
  rows: Row[],
): Promise<Shown<Row>> {
  const words = wordsOf(reader, aisles)
  if (view !== 'aisle') {
    const mayOffer = isLearned && rows.filter(({ completed }) => !completed).length >= OFFERED_FROM
    return { rows, ...(mayOffer && { offer: { text: words.offer, decline: words.decline } }) }
  }
  const sorting = await sortingOf(services.db, id, reader.language)
  const order = orderOf(sorting.aisles)
  const placed = rows.map((row) => ({ ...row, aisle: order.indexOf(sorting.categoryOf(row.name)) }))
  const open = placed.filter(({ completed }) => !completed).sort(byAisle)
  const names = wordsOf(reader, categories)
  const hasHeadings = new Set(placed.map(({ aisle }) => aisle)).size >= HEADINGS_FROM
  return {
    rows: [...open, ...placed.filter(({ completed }) => completed)],
    sorting: {
      added: words.added,
      order: words.title,
      aisles: hasHeadings ? order.map((category) => names[category]) : [],
    },
  }
}

export type CategoryChoice = Awaited<ReturnType<typeof categoryChoice>>

export async function categoryChoice(
  { services, reader }: Context,
  { id }: Pick<Listed, 'id'>,
  name: string,
) {
  const { categoryOf } = await sortingOf(services.db, id, reader.language)
  const names = wordsOf(reader, categories)
  return {
    label: wordsOf(reader, aisles).category,
    category: categoryOf(name),
    options: Object.fromEntries(CATEGORIES.map((category) => [category, names[category]])),
  }
}

/** Of the item in the dialog. Pages loaded by script ask for it when one opens. */
export async function categoryIn(
  context: Context & Pick<AppLoadContext, 'scripted'>,
  { url }: Request,
  list: RoledList,
  items: { id: string; name: string }[],
): Promise<{ category?: CategoryChoice }> {
  const { searchParams } = new URL(url)
  if (context.scripted || searchParams.get('dialog') !== 'edit' || !hasRight(list.role, 'edit')) return {}
  const item = items.find(({ id }) => id === searchParams.get('itemID'))
  return item ? { category: await categoryChoice(context, list, item.name) } : {}
}
