import { useEffect, useState } from 'react'
import { keptAddresses } from '#app/offline/keptPages.ts'
import { listPath } from '#app/ui/paths.ts'
import { useIsReachable } from './reach.ts'

/** Without a connection: whether a list can be opened. */
export function useKeptLists(): (listId: string) => boolean {
  const reachable = useIsReachable()
  const [kept, setKept] = useState<Set<string>>()
  useEffect(() => {
    if (reachable) return setKept(undefined)
    keptAddresses().then(
      (addresses) => setKept(new Set(addresses)),
      () => setKept(new Set()),
    )
  }, [reachable])
  return (listId) => kept?.has(listPath(listId)) ?? true
}
