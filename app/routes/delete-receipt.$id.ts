import { deleteReceipt } from '#app/domain/receipts/receipts.ts'
import { listAction } from '#app/http/listAction.ts'

export { redirectToList as loader } from '#app/http/in/auth.ts'
export { showingReply as clientAction } from '#app/ui/browser/replies.ts'

export const action = listAction(deleteReceipt, () => 'Receipt removed.')
