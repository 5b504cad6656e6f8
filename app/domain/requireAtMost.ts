import { count, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/database.ts'
import { DomainError } from './errors.ts'

type TooMany = 'too-many-tokens' | 'too-many-members' | 'too-many-invites' | 'too-many-links'

/** Call after adding one: the unit of work fails if there are too many. */
export async function requireAtMost(
  tx: Db,
  max: number,
  code: TooMany,
  table: SQLiteTable,
  where: SQL | undefined,
) {
  const counted = await tx.select({ n: count() }).from(table).where(where).get()
  if ((counted?.n ?? 0) > max) throw new DomainError(code, { max })
}
