import { parsePrice, parseQuantity, toDecimal } from '#app/domain/amounts.ts'
import { quantity } from '#app/messages/format.ts'
import type { Reply } from '#app/ui/reply.ts'

export interface Row {
  id: string
  name: string
  quantityMilli: number
  priceCents: number
  completed: boolean
  completedAt: number
  updatedAt: number
  /** On its way to the server. */
  pending?: true
}

/** As much of a Remix fetcher as is needed to know what is on its way. */
export interface OnItsWay {
  formAction?: string | undefined
  formData?: FormData | undefined
  data?: unknown
}

/**
 * The rows as they will be once everything on its way has arrived. Rows that nothing happens to stay
 * the same objects, so that a list of 500 draws one row again, not 500.
 */
export function withPending(rows: Row[], listId: string, fetchers: OnItsWay[]): Row[] {
  let shown = rows
  for (const { formAction, formData, data } of fetchers) {
    if (formAction && formData && !wasRefused(data)) shown = apply(shown, listId, formAction, formData)
  }
  return shown === rows ? rows : inOrder(shown)
}

function wasRefused(data: unknown): boolean {
  return (data as Reply | undefined)?.ok === false
}

function apply(rows: Row[], listId: string, action: string, form: FormData): Row[] {
  const url = new URL(action, 'http://larder')
  const [, door, id] = url.pathname.split('/')
  switch (door) {
    case 'completed':
      return form.get('listID') === listId ? tick(rows, form) : rows
    case 'edit-item':
      return edit(rows, id, form)
    case 'delete-single-item':
      return rows.filter((row) => row.id !== url.searchParams.get('itemID'))
    case 'delete-items':
      return id === listId ? [] : rows
    case 'single-list':
      return url.searchParams.get('listID') === listId ? add(rows, form) : rows
    default:
      return rows
  }
}

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

function tick(rows: Row[], form: FormData): Row[] {
  const completed = text(form, 'completed') === 'on'
  const completedAt = Number(form.get('at'))
  return rows.map((row) =>
    row.id === form.get('id') && row.completedAt <= completedAt && row.completed !== completed
      ? { ...row, completed, completedAt }
      : row,
  )
}

function edit(rows: Row[], id: string | undefined, form: FormData): Row[] {
  return rows.map((row) =>
    row.id === id
      ? { ...row, ...amounts(form, row), name: text(form, 'name') || row.name, pending: true }
      : row,
  )
}

function add(rows: Row[], form: FormData): Row[] {
  const id = text(form, 'id')
  const name = text(form, 'name')
  if (!name || rows.some((row) => row.id === id)) return rows
  const fresh = { id, name, completed: false, completedAt: 0, updatedAt: 0, pending: true as const }
  return [...rows, { ...fresh, ...amounts(form, { quantityMilli: 1000, priceCents: 0 }) }]
}

function amounts(form: FormData, old: { quantityMilli: number; priceCents: number }) {
  return {
    quantityMilli: parseQuantity(text(form, 'quantity')) ?? old.quantityMilli,
    priceCents: parsePrice(text(form, 'price')) ?? old.priceCents,
  }
}

/** Open rows first; within each part the order they already have. */
function inOrder(rows: Row[]): Row[] {
  return [...rows.filter((row) => !row.completed), ...rows.filter((row) => row.completed)]
}

/** What an edit form starts with. */
export function formValues(row: Row): Record<string, string> {
  return {
    name: row.name,
    quantity: quantity(row.quantityMilli),
    price: toDecimal(row.priceCents, 2),
  }
}
