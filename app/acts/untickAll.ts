import type { ListAct } from './act.ts'

export const untickAll: ListAct = {
  path: (listId) => `/untick-all/${listId}`,
  show: (rows) => rows.map((row) => (row.completed ? { ...row, completed: false } : row)),
}
