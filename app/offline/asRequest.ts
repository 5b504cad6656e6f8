import type { PendingRequest } from '#app/routes/single-list/pending.ts'
import type { Entry } from './entries.ts'

/** How an entry changes the rows. */
export const asRequest = ({ path, fields, undoes }: Entry, isLate: boolean): PendingRequest => ({
  formAction: (undoes ?? { path }).path,
  formData: { get: (name) => (undoes ?? { fields }).fields[name] ?? null },
  isUndo: undoes !== undefined,
  isLate,
})
