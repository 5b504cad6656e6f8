import { z } from 'zod/v4'
import { listFor } from '#app/domain/access/access.ts'
import { deleteReceipt, receiptOf, setReceipt } from '#app/domain/receipts/receipts.ts'
import { type Endpoint, signedIn } from '#app/http/api/endpoint.ts'
import { describeList } from '#app/http/api/resources.ts'
import { ChangeId, List, OnList } from '#app/http/api/shapes.ts'

const OneList = z.object({ list: List })
const ChangedList = OneList.extend({ change: ChangeId })

export const receiptEndpoints: Endpoint[] = [
  signedIn('GET /receipt/{listID}', 'Get a list with the URL of its receipt', {
    params: OnList,
    response: OneList,
    async call({ services, user, origin, params }) {
      const list = await listFor(services.db, user, params.listID, 'seeAll')
      return {
        list: await describeList({ services, user, origin }, list, await receiptOf(services, user, list.id)),
      }
    },
  }),
  signedIn('PATCH /receipt/{listID}', 'Add or replace the receipt of a list', {
    note: 'A JPEG, PNG or WebP of up to 10 MiB.',
    params: OnList,
    takesPhoto: true,
    response: ChangedList,
    errors: [422],
    async call({ services, user, origin, params, photo, closed }) {
      const list = await listFor(services.db, user, params.listID, 'editAll')
      const { receipt, change } = await setReceipt(services, user, list.id, photo, closed())
      return { list: await describeList({ services, user, origin }, list, receipt), change }
    },
  }),
  signedIn('DELETE /receipt/{listID}', 'Remove the receipt of a list', {
    params: OnList,
    response: ChangedList,
    async call({ services, user, origin, params }) {
      const list = await listFor(services.db, user, params.listID, 'editAll')
      const { change } = await deleteReceipt(services, user, list.id)
      return { list: await describeList({ services, user, origin }, list), change }
    },
  }),
]
