import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { companions, listSeen } from '#db/schema.ts'

export async function forgetReader(tx: Db, listId: string, readerId: string): Promise<void> {
  await tx
    .delete(listSeen)
    .where(and(eq(listSeen.listId, listId), eq(listSeen.readerId, readerId)))
    .run()
}

export async function deleteCompanion(tx: Db, userId: string, otherId: string): Promise<void> {
  await tx
    .delete(companions)
    .where(and(eq(companions.userId, userId), eq(companions.otherId, otherId)))
    .run()
}
