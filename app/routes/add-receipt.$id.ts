import type { ActionFunctionArgs } from '@remix-run/node'
import { setReceipt } from '#app/domain/receipts/receipts.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readPhoto } from '#app/http/in/body.ts'
import { done, refused } from '#app/http/out/replies.ts'
import { listPath } from '#app/protocol/paths.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToList as loader } from '#app/http/in/auth.ts'

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const path = listPath(params.id ?? '')
  try {
    const upload = () => readPhoto(context)
    const { services, closed } = context
    const { replaced, change } = await setReceipt(services, user, params.id, upload, closed)
    const { receiptUpdated, receiptAdded } = wordsOf(context.reader, acts)
    return await done(context, path, { message: replaced ? receiptUpdated : receiptAdded, change })
  } catch (error) {
    return refused(context, error, path)
  }
}
