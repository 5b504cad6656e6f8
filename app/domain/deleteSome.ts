import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/database.ts'

/** Few enough that nobody has to wait, and more than are added in the meantime. */
const BATCH = 100

/** Deletes up to 100 rows, however many there are. Returns whether there may be more. */
export async function deleteSome(
  tx: Db,
  table: SQLiteTable,
  key: [SQLiteColumn, ...SQLiteColumn[]],
  which: SQL,
): Promise<boolean> {
  const some = tx
    .select(Object.fromEntries(key.map((column) => [column.name, column])))
    .from(table)
    .where(which)
    .limit(BATCH)
  const { changes } = await tx
    .delete(table)
    .where(sql`(${sql.join(key, sql`, `)}) in ${some}`)
    .run()
  return changes === BATCH
}
