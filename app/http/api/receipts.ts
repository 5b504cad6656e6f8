import { z } from 'zod/v4'
import { id } from '#app/domain/inputs.ts'
import { listFor } from '#app/domain/lists.ts'
import { deleteReceipt, receiptOf, setReceipt } from '#app/domain/receipts.ts'
import { type Operation, signedIn } from './operation.ts'
import { ChangeId, List, listResource } from './shapes.ts'

const OfList = z.object({ listID: id.describe("The list's _id.") })
const OneList = z.object({ list: List })
const ChangedList = OneList.extend({ change: ChangeId })

export const receiptOperations: Operation[] = [
  signedIn({
    method: 'GET',
    path: '/receipt/{listID}',
    tag: 'Receipts',
    summary: 'Get a list with the URL of its receipt',
    params: OfList,
    response: OneList,
    errors: [404],
    async call({ services, user, params, origin }) {
      const list = await listFor(services.db, user, params.listID, 'view')
      return { list: listResource(list, await receiptOf(services, user, list.id), origin) }
    },
  }),
  signedIn({
    method: 'PATCH',
    path: '/receipt/{listID}',
    tag: 'Receipts',
    summary: 'Add or replace the receipt of a list',
    note: 'A JPEG, PNG or WebP of up to 10 MiB.',
    params: OfList,
    takesPhoto: true,
    response: ChangedList,
    errors: [404, 422],
    async call({ services, user, params, photo, origin }) {
      const list = await listFor(services.db, user, params.listID, 'view')
      const { receipt, change } = await setReceipt(services, user, list.id, photo)
      return { list: listResource(list, receipt, origin), change }
    },
  }),
  signedIn({
    method: 'DELETE',
    path: '/receipt/{listID}',
    tag: 'Receipts',
    summary: 'Remove the receipt of a list',
    params: OfList,
    response: ChangedList,
    errors: [404],
    async call({ services, user, params, origin }) {
      const list = await listFor(services.db, user, params.listID, 'view')
      const { change } = await deleteReceipt(services, user, list.id)
      return { list: listResource(list, undefined, origin), change }
    },
  }),
]
