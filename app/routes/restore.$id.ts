import { redirect } from '@remix-run/node'
import { restoreList } from '#app/domain/history/trash.ts'
import { listAction } from '#app/http/listAction.ts'
import { RECENTLY_DELETED } from '#app/protocol/paths.ts'
import { acts } from '#app/words/en/acts.ts'
import { wordsOf } from '#app/words/reader.ts'

export const action = listAction(
  restoreList,
  (list, reader) => wordsOf(reader, acts).restored(list),
  () => RECENTLY_DELETED,
)

export const loader = () => redirect(RECENTLY_DELETED, 303)
