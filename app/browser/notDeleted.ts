import { createNotifier } from './notifier.ts'

/** Why, by list: its card comes back and says so. */
let reasons: Record<string, string | undefined> = {}

const notifier = createNotifier(() => reasons, reasons)

export function setNotDeleted(listId = '', reason?: string): void {
  if (reasons[listId] === reason) return
  reasons = { ...reasons, [listId]: reason }
  notifier.notify()
}

export const useNotDeleted = (listId: string): string | undefined => notifier.useValue()[listId]
