import type { z } from 'zod/v4'
import { type List, listFor } from '#app/domain/access/access.ts'
import type { User } from '#app/domain/access/actors.ts'
import { DomainError } from '#app/domain/errors.ts'
import type { ListEvent } from '#app/domain/events.ts'
import type { WithChange } from '#app/domain/history/effects.ts'
import { idempotentRequest, runOnce } from '#app/domain/idempotency.ts'
import { insertItems, type NewItem } from '#app/domain/items/addItems.ts'
import { creationOf, insertList } from '#app/domain/lists/lists.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import type { ReadItem } from './readLine.ts'
import type { AddShared } from './sharedText.ts'

/** Adds shared lines to a list or a new list, all or none. Sent twice, they are added once. */
export async function addShared(
  services: Services,
  user: User,
  input: z.infer<typeof AddShared>,
): Promise<List & WithChange> {
  const { id, newList, lines } = input
  const add = async (tx: Db): Promise<WithChange & { listId: string; event?: ListEvent }> => {
    const { list, isNew } = newList
      ? await insertList(services, tx, user, { id, name: newList })
      : { list: await listFor(tx, user, input.listID, 'edit'), isNew: false }
    if (list.deletedAt !== null) throw new DomainError('list-not-found')
    const newItems = lines.map(newItemOf)
    const { event, change } = await insertItems(services, tx, user, list, newItems, {
      kind: 'share',
      type: 'itemCreated',
      effects: isNew ? [creationOf(list)] : [],
    })
    return { listId: list.id, event, change }
  }
  // Other lines or another list are another request, even from the same page.
  const request = idempotentRequest(services, user, '/share', JSON.stringify(input), input)
  const { listId, event, change } = await services.write((tx) => runOnce(tx, request, () => add(tx)))
  if (event) services.events.publish(event)
  return { ...(await listFor(services.db, user, listId, 'see')), change }
}

function newItemOf({ name, quantityMilli, unit, priceCents, priceFor }: ReadItem): NewItem {
  return { name, quantityMilli, unit, priceCents: priceCents ?? 0, priceFor }
}
