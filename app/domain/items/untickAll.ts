import { and, eq, inArray, sql } from 'drizzle-orm'
import { ofList, type User } from '#app/domain/access/access.ts'
import { learnOrder } from '#app/domain/aisles/writeSorting.ts'
import { chunks } from '#app/domain/batches.ts'
import { countBought } from '#app/domain/goods/goods.ts'
import { write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { live } from '#db/database.ts'
import { items } from '#db/schema.ts'
import { ITEM_COLUMNS } from './itemColumns.ts'

export async function untickAll(
  services: Services,
  user: User,
  listId: string | undefined,
  timeZone?: string,
) {
  return write(services, {
    actor: user,
    find: ofList(user, listId, 'editAll'),
    async work(tx, { list }) {
      const ticked = await tx
        .select({ id: items.id, completedAt: items.completedAt, ...ITEM_COLUMNS })
        .from(items)
        .where(and(eq(items.listId, list.id), eq(items.completed, true), live(items)))
        .all()
      if (ticked.length === 0) return { result: { count: 0 } }
      const goods = await countBought(tx, list.id, ticked, timeZone)
      const sorting = await learnOrder(tx, list.id, ticked)
      const now = Date.now()
      for await (const some of chunks(ticked.map(({ id }) => id))) {
        await tx
          .update(items)
          .set({
            completed: false,
            completedBy: null,
            completedGuest: null,
            // If the server's clock was set back, it must not look older than the ticks.
            completedAt: sql`CASE WHEN ${items.completedAt} >= ${now} THEN ${items.completedAt} + 1 ELSE ${now} END`,
          })
          .where(and(inArray(items.id, some), live(items)))
          .run()
      }
      return {
        result: { count: ticked.length },
        change: {
          listId: list.id,
          kind: 'tick',
          event: { type: 'itemEdited' },
          goods,
          sorting,
          effects: ticked.map(({ id, completedAt }) => ({
            id,
            before: { completed: true, completedAt },
            after: { completed: false, completedAt: Math.max(now, completedAt + 1) },
          })),
        },
      }
    },
  })
}
