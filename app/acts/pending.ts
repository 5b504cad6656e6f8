import type { Reply } from '#app/protocol/reply.ts'
import { type Act, show, takeBack } from './acts.ts'
import { LIST_ACTS } from './listActs.ts'
import type { Row } from './row.ts'

export interface Pending {
  show(rows: Row[]): Row[]
  isLate?: boolean
}

export type PendingAct = Act & { undoes?: Act | undefined }

/** `me` is the reader's name, for the rows they add and tick. */
export const pendingAct = (act: PendingAct, isLate: boolean, me?: string): Pending => ({
  show: (rows) => (act.undoes ? takeBack(rows, act.undoes) : show(rows, act, me)),
  isLate,
})

/** The parts of a Remix fetcher that describe a request under way. */
export interface PendingRequest {
  formAction?: string | undefined
  formData?: unknown
  data?: unknown
}

export function pendingRequest({ formAction, formData, data }: PendingRequest, listId: string): Pending[] {
  if (!formData || (data as Reply | undefined)?.ok === false) return []
  return LIST_ACTS.filter(({ path }) => path(listId) === formAction)
}

/** Unchanged rows stay the same objects, so that a list of 500 re-renders one row, not 500. */
export function withPending(rows: Row[], changes: Pending[]): Row[] {
  let shown = rows
  for (const { show, isLate } of changes) {
    const before = shown
    shown = show(before)
    if (isLate) shown = markWaiting(shown, before)
  }
  return shown === rows ? rows : sortByCompleted(shown)
}

function markWaiting(rows: Row[], before: Row[]): Row[] {
  const unchanged = new Set(before)
  return rows.map((row) => (unchanged.has(row) ? row : { ...row, waiting: true }))
}

/** Open rows first; the order within each part stays. */
function sortByCompleted(rows: Row[]): Row[] {
  return [...rows.filter((row) => !row.completed), ...rows.filter((row) => row.completed)]
}
