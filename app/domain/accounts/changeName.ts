import { eq } from 'drizzle-orm'
import type { z } from 'zod/v4'
import type { User } from '#app/domain/access/actors.ts'
import type { ChangeName } from '#app/domain/inputs.ts'
import type { Services } from '#app/services.ts'
import { users } from '#db/schema.ts'

export async function changeName({ write }: Services, { id }: User, { name }: z.infer<typeof ChangeName>) {
  await write((tx) => tx.update(users).set({ name }).where(eq(users.id, id)).run())
}
