import { and, count, ne } from 'drizzle-orm'
import { ownedBy, type User } from '#app/domain/access/access.ts'
import type { Services } from '#app/services.ts'
import { live } from '#db/database.ts'
import { lists } from '#db/schema.ts'
import { editList } from './editList.ts'

const inAnother = (user: User, currency: string) => and(ownedBy(user.id), ne(lists.currency, currency))

export async function countInOtherCurrencies({ db }: Pick<Services, 'db'>, user: User, currency: string) {
  const row = await db
    .select({ n: count() })
    .from(lists)
    .where(and(inAnother(user, currency), live(lists)))
    .get()
  return row?.n ?? 0
}

/** Each list gets a change of its own, so that each can be undone by itself. */
export async function changeCurrencies(services: Services, user: User, currency: string): Promise<number> {
  const own = await services.db
    .select({ id: lists.id })
    .from(lists)
    .where(and(inAnother(user, currency), live(lists)))
    .all()
  for (const { id } of own) await editList(services, user, id, { currency })
  return own.length
}
