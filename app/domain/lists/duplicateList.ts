import { and, eq } from 'drizzle-orm'
import type { z } from 'zod/v4'
import { type List, ofList, ownedBy, type User } from '#app/domain/access/access.ts'
import { copySorting } from '#app/domain/aisles/writeSorting.ts'
import { copyGoods } from '#app/domain/goods/goods.ts'
import type { WithChange } from '#app/domain/history/changes.ts'
import type { DuplicateList } from '#app/domain/inputs.ts'
import { ITEM_COLUMNS } from '#app/domain/items/itemColumns.ts'
import { insertItems, ORDER_ADDED } from '#app/domain/items/itemRows.ts'
import { type Op, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import { type Db, live } from '#db/database.ts'
import { items, listMembers, lists } from '#db/schema.ts'
import { creationOf, insertList } from './lists.ts'

/** A copy can be unshared although its source is shared: only companions get new lists. */
type Copied = List & WithChange & { source: string; isUnshared: boolean }

export async function duplicateList(
  services: Services,
  user: User,
  nameOfCopy: (source: string, taken: ReadonlySet<string>) => string,
  sourceId: string | undefined,
  { id, name }: z.infer<typeof DuplicateList>,
  op?: Op,
): Promise<Copied> {
  return write(services, {
    actor: user,
    op,
    find: ofList(user, sourceId, 'seeAll'),
    async work(tx, { list: source }) {
      const copy = {
        id,
        currency: source.currency,
        name: name ?? nameOfCopy(source.name, await ownNames(tx, user)),
      }
      const list = await insertList(services, tx, user, copy)
      const { change } = await insertItems(services, tx, user, list, await openCopies(tx, source), {
        kind: 'list',
        effects: [creationOf(list)],
      })
      await copyGoods(tx, source.id, list.id)
      await copySorting(tx, source.id, list.id)
      const isUnshared = (await hasMembers(tx, source)) && !(await hasMembers(tx, list))
      return { result: { ...list, source: source.name, isUnshared }, change }
    },
  })
}

async function hasMembers(tx: Db, { id }: List): Promise<boolean> {
  const [member] = await tx
    .select({ id: listMembers.userId })
    .from(listMembers)
    .where(eq(listMembers.listId, id))
    .limit(1)
    .all()
  return member !== undefined
}

async function ownNames(tx: Db, user: User): Promise<Set<string>> {
  const own = await tx
    .select({ name: lists.name })
    .from(lists)
    .where(and(ownedBy(user.id), live(lists)))
    .all()
  return new Set(own.map(({ name }) => name))
}

async function openCopies(tx: Db, { id }: List) {
  return tx
    .select({
      ...ITEM_COLUMNS,
      priceGuessed: items.priceGuessed,
      priceRemembered: items.priceRemembered,
    })
    .from(items)
    .where(and(eq(items.listId, id), live(items)))
    .orderBy(...ORDER_ADDED)
    .all()
}
