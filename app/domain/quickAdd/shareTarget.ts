import type { z } from 'zod/v4'
import { type List, listFor } from '#app/domain/access/access.ts'
import type { User } from '#app/domain/access/actors.ts'
import type { WithChange } from '#app/domain/history/effects.ts'
import { insertItems, type NewItem } from '#app/domain/items/addItems.ts'
import { creationOf, insertList } from '#app/domain/lists/lists.ts'
import type { Op } from '#app/domain/operations.ts'
import { write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import type { ReadItem } from './readLine.ts'
import type { AddShared } from './sharedText.ts'

/** Adds shared lines to a list or a new list, all or none. */
export async function addShared(
  services: Services,
  user: User,
  { id, newList, listID, lines }: z.infer<typeof AddShared>,
  op?: Op,
): Promise<List & WithChange> {
  const { listId, change } = await write(services, {
    actor: user,
    op,
    find: async () => ({}),
    async work(tx) {
      const list = newList
        ? await insertList(services, tx, user, { id, name: newList })
        : await listFor(tx, user, listID, 'edit')
      const { change } = await insertItems(services, tx, user, list, lines.map(newItemOf), {
        kind: 'share',
        type: 'itemCreated',
        effects: newList ? [creationOf(list)] : [],
      })
      return { result: { listId: list.id }, change }
    },
  })
  return { ...(await listFor(services.db, user, listId, 'see')), change }
}

function newItemOf({ name, quantityMilli, unit, priceCents, priceFor }: ReadItem): NewItem {
  return { name, quantityMilli, unit, priceCents: priceCents ?? 0, priceFor }
}
