import { idInSeries } from '#app/domain/ids.ts'
import { parsePrice, parseQuantity } from '#app/domain/items/amounts.ts'
import { type PriceFor, UNITS, type Unit } from '#app/domain/items/units.ts'
import { planFor } from '#app/domain/quickAdd/merge.ts'
import { readText } from '#app/domain/quickAdd/readText.ts'
import { isTouched, seenName } from '#app/offline/editForm.ts'
import { type Entry, itemOf } from '#app/offline/entries.ts'
import type { Reply } from '#app/protocol/reply.ts'

export interface Row {
  id: string
  name: string
  quantityMilli: number
  unit: Unit
  priceCents: number
  priceFor: PriceFor
  /** Nobody has confirmed the price yet. */
  priceGuessed: boolean
  /** The price of last time. */
  priceRemembered: boolean
  completed: boolean
  completedAt: number
  updatedAt: number
  /** On a shared list, the names of those who added and ticked it. */
  added?: string | undefined
  ticked?: string | undefined
  /** Not confirmed by the server yet. */
  pending?: true
  /** It may take long until the server confirms it. */
  waiting?: true
}

/** What pages get of an item: each further column costs time for every row. */
export function shownOf(item: Row): Row {
  const { id, name, quantityMilli, unit, priceCents, priceFor, completed, completedAt, updatedAt } = item
  const { priceGuessed, priceRemembered } = item
  return {
    ...{ id, name, quantityMilli, unit, priceCents, priceFor, priceGuessed, priceRemembered },
    ...{ completed, completedAt, updatedAt },
  }
}

type Form = Pick<FormData, 'get'>

/** The parts of a Remix fetcher that describe a request in flight; or an entry of the outbox. */
export interface PendingRequest {
  formAction?: string | undefined
  formData?: Form | undefined
  data?: unknown
  isLate?: boolean
  /** The form is taken back. */
  isUndo?: boolean
}

/** How an entry changes the rows. */
export const asRequest = ({ path, fields, undoes }: Entry, isLate: boolean): PendingRequest => ({
  formAction: (undoes ?? { path }).path,
  formData: { get: (name) => (undoes ?? { fields }).fields[name] ?? null },
  isUndo: undoes !== undefined,
  isLate,
})

/**
 * The rows with all pending requests applied. Unchanged rows stay the same objects, so that
 * a list of 500 re-renders one row, not 500. `me` is the reader's name, for the rows they add and tick.
 */
export function withPending(rows: Row[], listId: string, requests: PendingRequest[], me?: string): Row[] {
  let shown = rows
  for (const { formAction, formData, data, isLate, isUndo } of requests) {
    if (!formAction || !formData || hasFailed(data)) continue
    const before = shown
    shown = isUndo
      ? takeBack(before, formAction, formData)
      : apply(before, { listId, me }, formAction, formData)
    if (isLate) shown = markWaiting(shown, before)
  }
  return shown === rows ? rows : sortByCompleted(shown)
}

/** If the server has it already. A deleted row comes back when it has answered. */
function takeBack(rows: Row[], action: string, form: Form): Row[] {
  const id = text(form, 'id')
  if (form.get('completed') !== null) {
    const completed = text(form, 'completed') !== 'on'
    return rows.map((row) => (row.id === id ? { ...row, completed } : row))
  }
  if (form.get('lines') !== null) {
    const ids = new Set(readText(text(form, 'lines')).items.map((_, index) => idInSeries(id, index)))
    return rows.filter((row) => !ids.has(row.id))
  }
  const seen = { get: (name: string) => form.get(seenName(name)) }
  if (seen.get('name') === null) return rows.filter((row) => row.id !== id)
  const itemId = itemOf({ path: action, fields: {} })
  return rows.map((row) =>
    row.id === itemId && row.name === text(form, 'name')
      ? { ...row, ...amounts(seen, row), name: text(seen, 'name') }
      : row,
  )
}

function markWaiting(rows: Row[], before: Row[]): Row[] {
  const unchanged = new Set(before)
  return rows.map((row) => (unchanged.has(row) ? row : { ...row, waiting: true }))
}

function hasFailed(data: unknown): boolean {
  return (data as Reply | undefined)?.ok === false
}

interface Shown {
  listId: string
  me: string | undefined
}

function apply(rows: Row[], { listId, me }: Shown, action: string, form: Form): Row[] {
  const url = new URL(action, 'http://larder')
  const [, route, id, act] = url.pathname.split('/')
  const itemId = url.searchParams.get('itemID') ?? undefined
  switch (route === 's' ? `link-${act}` : route) {
    case 'completed':
    case 'link-completed':
      return form.get('listID') === listId ? tick(rows, form, me) : rows
    case 'edit-item':
      return edit(rows, id, form)
    case 'link-edit':
      return edit(rows, itemId, form)
    case 'delete-single-item':
    case 'link-delete':
      return rows.filter((row) => row.id !== itemId)
    case 'delete-items':
      return id === listId ? [] : rows
    case 'clear-done':
      return id === listId ? rows.filter((row) => !row.completed) : rows
    case 'untick-all':
      return id === listId ? rows.map((row) => (row.completed ? { ...row, completed: false } : row)) : rows
    case 'single-list':
      return url.searchParams.get('listID') === listId ? add(rows, form, me) : rows
    case 'quick-add':
      return url.searchParams.get('listID') === listId ? quickAdd(rows, form, me) : rows
    case 'link-quick-add':
      return quickAdd(rows, form, me)
    case 'link-add':
      // A link's page leads to no other list.
      return add(rows, form, me)
    default:
      return rows
  }
}

const text = (form: Form, name: string) => String(form.get(name) ?? '').trim()

function tick(rows: Row[], form: Form, me: string | undefined): Row[] {
  const completed = text(form, 'completed') === 'on'
  const completedAt = Number(form.get('at'))
  const row = rows.find(({ id }) => id === form.get('id'))
  if (!row || row.completedAt > completedAt || row.completed === completed) return rows
  const others = rows.filter((other) => other !== row)
  // Among the other ticked or open ones, where the server has it: ids sort as the items were added.
  const later = others.findIndex((other) => other.completed === completed && other.id > row.id)
  const ticked = completed ? me : undefined
  others.splice(later < 0 ? others.length : later, 0, { ...row, completed, completedAt, ticked })
  return others
}

function edit(rows: Row[], id: string | undefined, form: Form): Row[] {
  const touched = {
    get: (name: string) => (isTouched(name, (field) => form.get(field)) ? form.get(name) : null),
  }
  return rows.map((row) =>
    row.id === id
      ? {
          ...row,
          ...amounts(touched, row),
          name: text(touched, 'name') || row.name,
          priceGuessed: false,
          priceRemembered: false,
          pending: true,
        }
      : row,
  )
}

/** What a new row is until the server confirms it. */
const NEW = {
  quantityMilli: 1000,
  unit: '',
  priceCents: 0,
  priceFor: 'one',
  priceGuessed: false,
  priceRemembered: false,
  completed: false,
  completedAt: 0,
  updatedAt: 0,
  pending: true,
} as const

function add(rows: Row[], form: Form, me: string | undefined): Row[] {
  const id = text(form, 'id')
  const name = text(form, 'name')
  if (!name || rows.some((row) => row.id === id)) return rows
  const item = {
    id,
    name,
    ...NEW,
    added: me,
  }
  return [...rows, { ...item, ...amounts(form, NEW) }]
}

/** The same lines, read as the server will read them. */
function quickAdd(rows: Row[], form: Form, me: string | undefined): Row[] {
  const operation = text(form, 'id')
  const lines = readText(text(form, 'lines')).items.filter(({ isTicked }) => !isTicked)
  const at = Number(form.get('at'))
  const ids = new Set(lines.map((_, index) => idInSeries(operation, index)))
  // They have arrived. Clocks differ, so times alone don't tell.
  if (rows.some(({ id }) => ids.has(id))) return rows
  const { added, merged } = planFor(rows, lines)
  const changed = rows.map((row) => {
    const values = merged.get(row.id)
    // Changed since then, it has what these lines add already.
    if (!values || Object.keys(values).length === 0 || row.updatedAt >= at) return row
    const { addedMilli: _, ...rest } = values
    return { ...row, ...rest, pending: true as const }
  })
  const newRows = added.map(({ index, priceCents = 0, ...item }) => ({
    ...{ ...NEW, ...item, priceCents, id: idInSeries(operation, index) },
    ...(me !== undefined && { added: me }),
  }))
  return [...changed, ...newRows]
}

function amounts(form: Form, old: Pick<Row, 'quantityMilli' | 'unit' | 'priceCents' | 'priceFor'>) {
  const unit = UNITS.find((one) => one === form.get('unit'))
  const priceFor = form.get('priceFor')
  return {
    unit: unit ?? old.unit,
    priceFor: priceFor === 'one' || priceFor === 'all' ? priceFor : old.priceFor,
    quantityMilli: parseQuantity(text(form, 'quantity')) ?? old.quantityMilli,
    priceCents: parsePrice(text(form, 'price')) ?? old.priceCents,
  }
}

/** Open rows first; the order within each part stays. */
function sortByCompleted(rows: Row[]): Row[] {
  return [...rows.filter((row) => !row.completed), ...rows.filter((row) => row.completed)]
}
