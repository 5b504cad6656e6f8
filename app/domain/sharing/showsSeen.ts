import { eq } from 'drizzle-orm'
import type { User } from '#app/domain/access/actors.ts'
import type { Services } from '#app/services.ts'
import { listSeen, users } from '#db/schema.ts'

export async function showsSeen({ db }: Pick<Services, 'db'>, { id }: User): Promise<boolean> {
  const user = await db.select({ shows: users.showsSeen }).from(users).where(eq(users.id, id)).get()
  return user?.shows ?? false
}

/** Turning it off also deletes what was recorded. */
export async function setShowsSeen({ write }: Pick<Services, 'write'>, { id }: User, shows: boolean) {
  await write(async (tx) => {
    await tx.update(users).set({ showsSeen: shows }).where(eq(users.id, id)).run()
    if (!shows) await tx.delete(listSeen).where(eq(listSeen.userId, id)).run()
  })
}
