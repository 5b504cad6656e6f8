import { useEffect, useState } from 'react'
import { keptAddresses } from '#app/offline/keptPages.ts'
import { listPath } from '#app/protocol/paths.ts'
import { useServerReachable } from './serverReachable.ts'

export function useKeptLists(): (listId: string) => boolean {
  const reachable = useServerReachable()
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
