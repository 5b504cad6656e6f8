import type { z } from 'zod/v4'
import type { ListEvent } from '#app/domain/events.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { items } from '#db/schema.ts'
import { attemptOf, onceIn } from './idempotency.ts'
import { newId } from './ids.ts'
import { changed, refuseOverfull } from './items.ts'
import { addListIn, type List, listFor, listIn } from './lists.ts'
import type { User } from './sessions.ts'
import type { AddShared } from './sharedText.ts'
import { bytesOf, refuseOverBudget } from './storageBudget.ts'

/** Puts shared lines on a list, all of them or none, a new list included; sent twice, they are there once. */
export async function addShared(
  services: Services,
  user: User,
  input: z.infer<typeof AddShared>,
): Promise<List> {
  const { id, newList, lines } = input
  const add = (tx: Db): { listId: string; event?: ListEvent } => {
    const list = newList
      ? addListIn(services, tx, user, { id, name: newList })
      : listIn(tx, user, input.listID)
    const bytes = bytesOf(...lines.map(({ name }) => name))
    refuseOverfull(tx, list.id, lines.length)
    refuseOverBudget(services, tx, user.id, bytes)
    const now = Date.now()
    // The ids grow, so that equal positions keep this order.
    const rows = lines.map(({ name, quantityMilli }) => {
      const times = { position: now, createdAt: now, updatedAt: now }
      return { id: newId(), listId: list.id, name, quantityMilli, priceCents: 0, ...times }
    })
    tx.insert(items).values(rows).run()
    return { listId: list.id, event: changed(tx, 'itemCreated', list.id, { bytes }) }
  }
  // Another list or other lines are another request, even from the same page.
  const attempt = attemptOf(services, user, '/share', JSON.stringify(input), input)
  const { listId, event } = await services.write((tx) => onceIn(tx, user, attempt, () => add(tx)))
  if (event) services.events.publish(event)
  return listFor(services, user, listId)
}
