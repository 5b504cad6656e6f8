import type { Row } from './row.ts'

/** An act on all items, which can't wait: it is sent by Remix. */
interface ListAct {
  path(listId: string): string
  show(rows: Row[]): Row[]
}

export const deleteAll: ListAct = {
  path: (listId) => `/delete-items/${listId}`,
  show: () => [],
}

export const clearDone: ListAct = {
  path: (listId) => `/clear-done/${listId}`,
  show: (rows) => rows.filter((row) => !row.completed),
}

export const untickAll: ListAct = {
  path: (listId) => `/untick-all/${listId}`,
  show: (rows) => rows.map((row) => (row.completed ? { ...row, completed: false } : row)),
}

export const LIST_ACTS = [deleteAll, clearDone, untickAll]
