import { listFor, type RoledList } from '#app/domain/access/access.ts'
import type { User } from '#app/domain/access/actors.ts'
import type { Services } from '#app/services.ts'
import type { Db } from '#db/database.ts'
import type { Caller } from '../audit.ts'
import { type IdempotentRequest, runOnce } from '../idempotency.ts'
import { newId } from '../ids.ts'

export interface Creation {
  id?: string | undefined
  caller: Caller
  request?: IdempotentRequest | undefined
}

interface Kind<Row> {
  event: 'invite-made' | 'link-made'
  find(tx: Db, id: string): Promise<Row | undefined>
  insert(tx: Db, list: RoledList, id: string): Promise<Row>
}

/** Creates a link or an invitation of an own list. The same form sent again gets the row it created. */
export async function createOnce<Row extends { listId: string }>(
  services: Services,
  user: User,
  listId: string | undefined,
  { id = newId(), caller, request }: Creation,
  { event, find, insert }: Kind<Row>,
): Promise<Row> {
  let isNew = false
  const { row } = await services.write(async (tx) => {
    isNew = false
    const list = await listFor(tx, user, listId, 'own')
    return runOnce(tx, request, async () => {
      const same = await find(tx, id)
      if (same?.listId === list.id) return { row: same }
      const row = await insert(tx, list, same ? newId() : id)
      isNew = true
      return { row }
    })
  })
  if (isNew) services.audit.note(caller, { event, user: user.id })
  return row
}
