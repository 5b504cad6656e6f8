import { count, eq, sql } from 'drizzle-orm'
import { ofList } from '#app/domain/access/access.ts'
import type { User } from '#app/domain/access/actors.ts'
import { MAX_MEMBERS_PER_LIST } from '#app/domain/limits.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import { companions, listMembers } from '#db/schema.ts'
import { DomainError } from '../errors.ts'
import { write } from '../write.ts'
import { deleteCompanion } from './forget.ts'
import { memberOf } from './people.ts'

const companionsOf = prepared((db) =>
  db
    .select()
    .from(companions)
    .where(eq(companions.userId, sql.placeholder('userId')))
    .prepare(),
)

/** Adds the people with whom the user always shares new lists. They can leave it like any other list. */
export async function shareWithCompanions(tx: Db, { id: userId }: User, listId: string): Promise<void> {
  const others = await companionsOf(tx).all({ userId })
  if (others.length === 0) return
  const createdAt = Date.now()
  await tx
    .insert(listMembers)
    .values(
      others.map(({ otherId, role }) => ({ listId, userId: otherId, role, addedBy: userId, createdAt })),
    )
    .onConflictDoNothing()
    .run()
}

export async function setAlways(
  services: Services,
  user: User,
  listId: string | undefined,
  { userID, always }: { userID: string; always: boolean },
): Promise<{ name: string; always: boolean }> {
  return write(services, {
    actor: user,
    find: ofList(user, listId, 'own'),
    async work(tx, { list }) {
      const { name, role } = await memberOf(tx, list.id, userID)
      if (always) {
        const pair = { userId: user.id, otherId: userID }
        await tx
          .insert(companions)
          .values({ ...pair, role })
          .onConflictDoNothing()
          .run()
        await requireRoomForCompanion(tx, user.id)
      } else await deleteCompanion(tx, user.id, userID)
      return { result: { name, always } }
    },
  })
}

async function requireRoomForCompanion(tx: Db, userId: string) {
  const others = await tx.select({ n: count() }).from(companions).where(eq(companions.userId, userId)).get()
  if ((others?.n ?? 0) > MAX_MEMBERS_PER_LIST)
    throw new DomainError('too-many-members', { max: MAX_MEMBERS_PER_LIST })
}
