import { listFor, type User } from '#app/domain/access/access.ts'
import type { View } from '#app/domain/aisles/views.ts'
import type { Services } from '#app/services.ts'
import { listViews } from '#db/schema.ts'

/** A choice of their own, which changes nothing for others. */
export async function chooseView(
  { write }: Pick<Services, 'write'>,
  user: User,
  listId: string | undefined,
  view: View,
): Promise<void> {
  await write(async (tx) => {
    const list = await listFor(tx, user, listId, 'see')
    await tx
      .insert(listViews)
      .values({ listId: list.id, userId: user.id, view })
      .onConflictDoUpdate({ target: [listViews.listId, listViews.userId], set: { view } })
      .run()
  })
}
