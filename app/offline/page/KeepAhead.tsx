import { useFetcher } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { LISTS_KEPT_AHEAD } from '#app/domain/limitsAndLifetimes.ts'
import { keptAddresses } from '#app/offline/keptPages.ts'
import { listPath } from '#app/protocol/paths.ts'
import { offlineDisabled } from './pageCache.ts'
import { useServerReachable } from './serverReachable.ts'

interface Props {
  listIds: string[]
}

/** Keeps the latest lists before anybody opens them, one after the other. */
export function KeepAhead({ listIds }: Props) {
  const [missing, setMissing] = useState<string[]>([])
  const reachable = useServerReachable()
  const latest = listIds.slice(0, LISTS_KEPT_AHEAD).join(' ')
  useEffect(() => {
    if (offlineDisabled() || isMetered() || latest === '') return
    let isLeft = false
    const isMissing = (kept: string[]) => latest.split(' ').filter((id) => !kept.includes(listPath(id)))
    keptAddresses().then(
      (kept) => !isLeft && setMissing(isMissing(kept)),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [latest])
  const [next] = missing
  return next !== undefined && reachable ? (
    <Load key={next} listId={next} onDone={() => setMissing(([, ...rest]) => rest)} />
  ) : null
}

function Load({ listId, onDone }: { listId: string; onDone(): void }) {
  const { load, data } = useFetcher<null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => load(`${listPath(listId)}&ahead`), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (data === null) onDone()
  }, [data])
  return null
}

/** Only Chromium tells. Without being told, it is taken for unmetered: twenty lists are smaller than a photo. */
function isMetered(): boolean {
  const { connection } = navigator as {
    connection?: { saveData: boolean; type?: string; effectiveType: string }
  }
  if (!connection) return false
  return connection.saveData || connection.type === 'cellular' || connection.effectiveType !== '4g'
}
