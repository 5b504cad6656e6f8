import { z } from 'zod/v4'
import { listFor } from '#app/domain/access/access.ts'
import { id } from '#app/domain/inputs.ts'
import { deleteReceipt, receiptOf, setReceipt } from '#app/domain/receipts/receipts.ts'
import { describeList } from './describeList.ts'
import { type Operation, signedIn } from './operation.ts'
import { ChangeId, List } from './shapes.ts'

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
    async call({ params, ...asked }) {
      const { services, user } = asked
      const list = await listFor(services.db, user, params.listID, 'seeAll')
      return { list: await describeList(asked, list, await receiptOf(services, user, list.id)) }
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
    async call({ params, photo, ...asked }) {
      const { services, user } = asked
      const list = await listFor(services.db, user, params.listID, 'editAll')
      const { receipt, change } = await setReceipt(services, user, list.id, photo)
      return { list: await describeList(asked, list, receipt), change }
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
    async call({ params, ...asked }) {
      const { services, user } = asked
      const list = await listFor(services.db, user, params.listID, 'editAll')
      const { change } = await deleteReceipt(services, user, list.id)
      return { list: await describeList(asked, list), change }
    },
  }),
]
