import { expect, test } from 'vitest'
import type { ListEvent } from '#app/domain/liveEvents.ts'
import { send, serveApi, tokenHeaders } from '../support/api.ts'
import { EXAMPLES } from '../support/examples.ts'
import { addUser, testServices } from '../support/services.ts'

const REPEATABLE = [
  'patchItemId',
  'patchItemCheckboxId',
  'deleteItemId',
  'patchListId',
  'postListIdUntick',
  'postListIdOffer',
  'deleteListIdOffer',
  'postInviteToken',
]

test.each([
  ['POST', 'postItem', 'itemCreated'],
  ['POST', 'postGenerateItemsFromAi', 'aiItemsGenerated'],
  ['PATCH', 'patchItemId', 'itemEdited'],
  ['PATCH', 'patchItemCheckboxId', 'itemEdited'],
  ['DELETE', 'deleteItem', 'itemDeleted'],
  ['DELETE', 'deleteItemId', 'allItemsDeleted'],
  ['DELETE', 'deleteListId', 'listDeleted'],
  ['PATCH', 'patchListId', 'itemEdited'],
  ['POST', 'postListIdUntick', 'itemEdited'],
  ['POST', 'postListIdFinish', 'tripFinished'],
  ['PATCH', 'patchReceiptListID', 'receiptChanged'],
  ['PATCH', 'patchListIdMemberUserId', 'membersChanged'],
  ['DELETE', 'deleteListIdMemberUserId', 'membersChanged'],
  ['POST', 'postListIdOwner', 'membersChanged'],
  ['POST', 'postListIdOffer', 'membersChanged'],
  ['DELETE', 'deleteListIdOffer', 'membersChanged'],
  ['POST', 'postInviteToken', 'membersChanged'],
  ['DELETE', 'deleteListIdLinkLinkId', 'membersChanged'],
])('%s (%s) publishes the same event as the page: %s', async (method, id, type) => {
  const services = await testServices()
  const url = `${await serveApi(services)}/api/v1`
  const user = await addUser(services)
  const headers = await tokenHeaders(services, user)
  const example = await EXAMPLES[id]?.(services, user)
  const published: ListEvent[] = []
  services.events.onEvent((event) => published.push(event))
  const request = () => send(`${url}${example?.path}`, { method, ...example, headers })
  expect((await request()).status).toBeLessThan(300)
  expect(published.map((event) => event.type)).toEqual([type])

  // A repeated request that changes nothing publishes nothing.
  if (REPEATABLE.includes(id)) {
    expect((await request()).status).toBe(200)
    expect(published).toHaveLength(1)
  }
})
