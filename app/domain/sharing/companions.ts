import { eq, sql } from 'drizzle-orm'
import { ofList, type User } from '#app/domain/access/access.ts'
import { MAX_MEMBERS_PER_LIST } from '#app/domain/limitsAndLifetimes.ts'
import type { Services } from '#app/services.ts'
import { type Db, prepared } from '#db/database.ts'
import { companions, listMembers } from '#db/schema.ts'
import { requireAtMost } from '../requireAtMost.ts'
import { write } from '../write.ts'
import { deleteCompanion, memberOf } from './people.ts'

const companionsOf = prepared((db) =>
  db
    .select()
    .from(companions)
    .where(eq(companions.userId, sql.placeholder('userId')))
    .prepare(),
)

export async function shareWithCompanions(tx: Db, { id: userId }: User, listId: string): Promise<void> {
  const others = await companionsOf(tx).all({ userId })
  if (others.length === 0) return
  const added = { listId, addedBy: userId, createdAt: Date.now() }
  const members = others.map(({ otherId, role }) => ({ ...added, userId: otherId, role }))
  await tx.insert(listMembers).values(members).onConflictDoNothing().run()
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
        const companion = { userId: user.id, otherId: userID, role }
        await tx.insert(companions).values(companion).onConflictDoNothing().run()
        const own = eq(companions.userId, user.id)
        await requireAtMost(tx, MAX_MEMBERS_PER_LIST, 'too-many-members', companions, own)
      } else await deleteCompanion(tx, user.id, userID)
      return { result: { name, always } }
    },
  })
}
