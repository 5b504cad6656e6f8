import { isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { items, lists, receipts } from '#db/schema.ts'

// Deleted lists, items and receipts stay in their tables for 30 days. Every query of these tables says which rows
// it means with one of these filters; tests/live.test.ts checks that none forgets it.

type Table = typeof items | typeof lists | typeof receipts

export const live = ({ deletedAt }: Table): SQL => isNull(deletedAt)

export const deleted = ({ deletedAt }: Table): SQL => isNotNull(deletedAt)

export const withDeleted = (_table: Table): undefined => undefined
