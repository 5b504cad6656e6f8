import { expect, test } from 'vitest'
import type { ListEvent } from '#app/domain/events.ts'
import { byToken, send, serveApi } from '../support/api.ts'
import { EXAMPLES } from '../support/examples.ts'
import { addUser, testServices } from '../support/services.ts'

test.each([
  ['POST', 'postItem', 'itemCreated'],
  ['POST', 'postGenerateItemsFromAi', 'aiItemsGenerated'],
  ['PATCH', 'patchItemId', 'itemEdited'],
  ['PATCH', 'patchItemCheckboxId', 'itemEdited'],
  ['DELETE', 'deleteItem', 'itemDeleted'],
  ['DELETE', 'deleteItemId', 'allItemsDeleted'],
  ['DELETE', 'deleteListId', 'listDeleted'],
  ['PATCH', 'patchReceiptListID', 'receiptChanged'],
])('%s (%s) tells what the page would tell: %s', async (method, id, type) => {
  const services = testServices()
  const url = `${await serveApi(services)}/api/v1`
  const user = await addUser(services)
  const headers = await byToken(services, user)
  const example = await EXAMPLES[id]?.(services, user)
  const told: ListEvent[] = []
  services.events.onEvent((event) => told.push(event))
  const ask = () => send(`${url}${example?.path}`, { method, ...example, headers })
  expect((await ask()).status).toBeLessThan(300)
  expect(told.map((event) => event.type)).toEqual([type])

  // Said twice, what says the wanted state is done once.
  if (['patchItemId', 'patchItemCheckboxId', 'deleteItemId'].includes(id)) {
    expect((await ask()).status).toBe(200)
    expect(told).toHaveLength(1)
  }
})
