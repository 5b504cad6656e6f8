import { and, eq, inArray, sql } from 'drizzle-orm'
import { listFor } from '#app/domain/access/access.ts'
import type { User } from '#app/domain/access/actors.ts'
import type { ListEvent } from '#app/domain/events.ts'
import { chunks, record } from '#app/domain/history/changes.ts'
import type { Effect, WithChange } from '#app/domain/history/effects.ts'
import { live } from '#app/domain/liveRows.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { items } from '#db/schema.ts'

interface Unticked extends WithChange {
  count: number
}

export async function untickAll(
  services: Services,
  user: User,
  listId: string | undefined,
): Promise<Unticked> {
  const { event, ...done } = await services.write(async (tx): Promise<Unticked & { event?: ListEvent }> => {
    const list = await listFor(tx, user, listId, 'editAll')
    const ticked = await tx
      .select({ id: items.id, completedAt: items.completedAt })
      .from(items)
      .where(and(eq(items.listId, list.id), eq(items.completed, true), live(items)))
      .all()
    if (ticked.length === 0) return { count: 0, change: null }
    const now = Date.now()
    for (const some of chunks(ticked)) await untick(tx, some, now)
    const recorded = await record(tx, list.id, {
      actor: user,
      kind: 'tick',
      event: { type: 'itemEdited' },
      effects: ticked.map((item) => effectOf(item, now)),
    })
    return { count: ticked.length, ...recorded }
  })
  if (event) services.events.publish(event)
  return done
}

interface Ticked {
  id: string
  completedAt: number
}

async function untick(tx: Db, ticked: Ticked[], now: number) {
  const ids = ticked.map(({ id }) => id)
  await tx
    .update(items)
    .set({
      completed: false,
      completedBy: null,
      completedGuest: null,
      // If the server's clock was set back, it must not look older than the ticks.
      completedAt: sql`CASE WHEN ${items.completedAt} > ${now} THEN ${items.completedAt} ELSE ${now} END`,
    })
    .where(and(inArray(items.id, ids), live(items)))
    .run()
}

function effectOf({ id, completedAt }: Ticked, now: number): Effect {
  return {
    id,
    before: { completed: true, completedAt },
    after: { completed: false, completedAt: Math.max(now, completedAt) },
  }
}
