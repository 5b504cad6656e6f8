import type { ActionFunctionArgs } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import { setReceipt } from '#app/domain/receipts/receipts.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readPhoto } from '#app/http/in/body.ts'
import { done, isFailure, refused } from '#app/http/out/replies.ts'
import { dialogPath, listPath } from '#app/protocol/paths.ts'
import { NOT_AN_IMAGE } from '#app/protocol/reply.ts'
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
    // The sheet stays, to choose another file.
    if (isNoImage(error)) return refused(context, error, dialogPath(path, 'receipt'), { draft: {} })
    return refused(context, error, path)
  }
}

function isNoImage(error: unknown): boolean {
  if (!(error instanceof DomainError)) return false
  if (!isFailure(error, 'image-format-unsupported')) return error.code === NOT_AN_IMAGE
  return ['html', 'pdf', 'video'].includes(error.params.format)
}
