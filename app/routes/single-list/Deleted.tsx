import { useMemo } from 'react'
import type { Row } from '#app/acts/row.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { recentPath } from '#app/protocol/paths.ts'
import { useListAccess } from '#app/ui/listAccess.ts'
import { PageLink } from '#app/ui/PageLink.tsx'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'

/** What others deleted: the id of the change, of its first item and a sentence. */
export interface Deletion {
  id: string
  itemId: string | null
  text: string
}

const MOST = 5
const NONE: Deletion[] = []

/** Missed by the reader, or deleted since: until the list is left. */
export function useDeleted(listId: string, rows: Row[], loaded = NONE): Deletion[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each list has its own
  const all = useMemo(() => new Map<string, Deletion>(), [listId])
  return useMemo(() => {
    for (const one of loaded) all.set(one.id, one)
    const isBack = ({ itemId }: Deletion) => rows.some(({ id }) => id === itemId)
    return [...all.values()].filter((one) => !isBack(one)).slice(-MOST)
  }, [all, rows, loaded])
}

/** Below the open rows, with what leads to their undo. */
export function Deleted({ deleted }: { deleted: Deletion[] }) {
  const words = useWords(list)
  const { listID } = useListAccess()
  const needsConnection = useNeedsConnection()
  return deleted.map(({ id, text }) => (
    <p key={id} id={`item-${id}`} className="seen-by">
      <PageLink to={recentPath(listID)} {...needsConnection(words.recent)}>
        {text}
      </PageLink>
    </p>
  ))
}
