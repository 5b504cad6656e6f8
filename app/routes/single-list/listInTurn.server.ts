import type { AppLoadContext } from '@remix-run/node'
import type { RoledList } from '#app/domain/access/access.ts'
import { isLongList } from '#app/domain/items/items.ts'
import { queuePage } from '#app/http/out/queuePage.ts'

/**
 * The list with its revision, to read before its items: if it changes in between, the next event makes the page reload.
 * The page of a long list waits for its turn.
 */
export async function listInTurn(
  context: AppLoadContext,
  reader: { id: string },
  find: () => Promise<RoledList>,
): Promise<RoledList> {
  const list = await find()
  if (!(await isLongList(context.services, list))) return list
  await queuePage(context, reader)
  // The list may have changed while this page waited.
  return find()
}
