import { deleteReceipt } from '#app/domain/receipts/receipts.ts'
import { listAction } from '#app/http/listAction.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export { redirectToList as loader } from '#app/http/in/auth.ts'

export const action = listAction(deleteReceipt, (_, reader) => wordsOf(reader, acts).receiptRemoved)
