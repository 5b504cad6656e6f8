import { eq } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { users } from '#db/schema.ts'

export async function setPassword(tx: Db, id: string, passwordHash: string) {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id)).run()
}
