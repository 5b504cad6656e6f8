import { redirect } from '@remix-run/node'
import { restoreList } from '#app/domain/history/trash.ts'
import { listAction } from '#app/http/listAction.ts'
import { acts } from '#app/messages/en/acts.ts'
import { RECENTLY_DELETED } from '#app/protocol/paths.ts'

export { showingReply as clientAction } from '#app/ui/browser/replies.ts'

export const action = listAction(restoreList, acts.restored, () => RECENTLY_DELETED)

export const loader = () => redirect(RECENTLY_DELETED, 303)
