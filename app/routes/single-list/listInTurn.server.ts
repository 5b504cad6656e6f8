import type { AppLoadContext } from '@remix-run/node'
import type { RoledList } from '#app/domain/access/access.ts'
import { isLongList } from '#app/domain/items/items.ts'
import { queuePage } from '#app/http/out/queuePage.ts'

/** To read before the items: if the list changes in between, the next event makes the page reload. */
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
