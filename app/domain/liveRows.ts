import { isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { items, lists, receipts } from '#db/schema.ts'

// Deleted rows stay for 30 days: every query of these tables uses one of these (tests/live.test.ts checks it).

type Table = typeof items | typeof lists | typeof receipts

export const live = ({ deletedAt }: Table): SQL => isNull(deletedAt)

export const deleted = ({ deletedAt }: Table): SQL => isNotNull(deletedAt)

export const withDeleted = (_table: Table): undefined => undefined
