import type { ListAct } from './act.ts'

export const deleteAll: ListAct = {
  path: (listId) => `/delete-items/${listId}`,
  show: () => [],
}
