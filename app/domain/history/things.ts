import { and, eq } from 'drizzle-orm'
import type { List } from '#app/domain/access/access.ts'
import { type Db, withDeleted } from '#db/database.ts'
import { changeItems, items, lists, receipts } from '#db/schema.ts'
import type { Change, Effect, State } from './changes.ts'

export interface Thing extends State {
  id: string
  deletedAt: number | null
  table: typeof items | typeof lists | typeof receipts
  updatedAt?: number
  bytes?: number
}

export type Things = Map<string, Thing>

export async function effectsOf(db: Db, changeId: string): Promise<Effect[]> {
  const rows = await db.select().from(changeItems).where(eq(changeItems.changeId, changeId)).all()
  return rows.map(({ itemId, before, after: stored }) => {
    const { addedMilli, ...after } = JSON.parse(stored ?? '{}') as State & { addedMilli?: number }
    return {
      id: itemId,
      before: before === null ? null : (JSON.parse(before) as State),
      after,
      ...(addedMilli !== undefined && { addedMilli }),
    }
  })
}

export async function thingsOf(tx: Db, list: List, change: Change): Promise<Things> {
  const things: Things = new Map()
  if (change.kind === 'receipt') {
    const rows = await tx
      .select()
      .from(receipts)
      .where(and(eq(receipts.listId, list.id), withDeleted(receipts)))
      .all()
    for (const { id, deletedAt, bytes } of rows) things.set(id, { id, deletedAt, bytes, table: receipts })
    return things
  }
  const rows = await tx
    .select({ item: items })
    .from(changeItems)
    .innerJoin(items, and(eq(items.id, changeItems.itemId), withDeleted(items)))
    .where(eq(changeItems.changeId, change.id))
    .all()
  for (const { item } of rows) things.set(item.id, { ...item, table: items })
  things.set(list.id, { id: list.id, name: list.name, deletedAt: list.deletedAt, table: lists })
  return things
}
