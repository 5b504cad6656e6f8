import type { ListAct } from './act.ts'

export const clearDone: ListAct = {
  path: (listId) => `/clear-done/${listId}`,
  show: (rows) => rows.filter((row) => !row.completed),
}
