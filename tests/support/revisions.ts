import { expect } from 'vitest'
import { sorted } from '#app/domain/aisles/sorting.ts'
import { signedItemsIn } from '#app/domain/items/items.ts'
import { currencyOfList } from '#app/domain/lists/editList.ts'
import { itemsResource } from '#app/http/api/resources.ts'
import { type Db, live } from '#db/database.ts'
import { lists } from '#db/schema.ts'

/** What GET /item sends, made from the database. */
export async function itemsText(db: Db, listId: string): Promise<string> {
  const list = await sorted(db, { id: listId, currency: await currencyOfList(db, listId) })
  return JSON.stringify(itemsResource(list, await signedItemsIn({ db }, { id: listId })))
}

/**
 * The response of GET /item is sent again while a list has the same revision. Call what this returns after each write:
 * it fails if a list now shows something else than it did with the same revision.
 */
export function watchRevisions(db: Db) {
  const shown = new Map<string, string>()
  return async (write: string) => {
    for (const { id, createdAt, revision } of await db.select().from(lists).where(live(lists)).all()) {
      const version = `${id} ${createdAt} ${revision}`
      const text = await itemsText(db, id)
      expect(text, `${write} changed a list without raising its revision`).toBe(shown.get(version) ?? text)
      shown.set(version, text)
    }
  }
}
