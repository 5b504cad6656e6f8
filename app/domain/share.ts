import type { z } from 'zod'
import type { ListEvent } from '#app/realtime/events.ts'
import type { Services } from '#app/services.server.ts'
import { items } from '#db/schema.ts'
import { newId } from './ids.ts'
import { changed, refuseOverfull } from './items.ts'
import { addList, type List, listFor, listIn } from './lists.ts'
import { attemptOf, onceIn } from './once.ts'
import type { User } from './sessions.ts'
import type { AddShared } from './sharedText.ts'
import { bytesOf, refuseOverBudget } from './storageBudget.ts'

type Db = Services['db']

/** Puts shared lines on a list, all of them or none; sent twice, they are there once. */
export async function addShared(
  services: Services,
  user: User,
  input: z.infer<typeof AddShared>,
): Promise<List> {
  const { id, newList, lines } = input
  const list = newList
    ? await addList(services, user, { id, name: newList })
    : await listFor(services, user, input.listID)
  const add = (tx: Db): { event?: ListEvent } => {
    listIn(tx, user, list.id)
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
    return { event: changed(tx, 'itemCreated', list.id, { bytes }) }
  }
  // Another list or other lines are another wish, even from the same page.
  const wish = { ...input, listID: list.id }
  const attempt = attemptOf(user, '/share', JSON.stringify(wish), wish)
  const { event } = await services.write((tx) => onceIn(tx, user, attempt, () => add(tx)))
  if (event) services.events.publish(event)
  return list
}
