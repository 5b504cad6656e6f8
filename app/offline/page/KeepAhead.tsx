import { useFetcher } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { keptAddresses } from '#app/offline/keptPages.ts'
import { LIST } from '#app/protocol/paths.ts'
import { preload } from '#app/ui/browser/preloadActions.ts'
import { offlineDisabled } from './pageCache.ts'
import { useServerReachable } from './serverReachable.ts'

/** Keeps pages before anybody opens them, one after the other. */
export function KeepAhead({ paths }: { paths: string[] }) {
  const [missing, setMissing] = useState<string[]>([])
  const reachable = useServerReachable()
  const wanted = paths.join(' ')
  useEffect(() => {
    if (offlineDisabled() || isMetered() || wanted === '') return
    let isLeft = false
    const isMissing = (kept: string[]) => wanted.split(' ').filter((path) => !kept.includes(path))
    keptAddresses().then(
      (kept) => !isLeft && setMissing(isMissing(kept)),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [wanted])
  const [next] = missing
  return next !== undefined && reachable ? (
    <Load key={next} path={next} onDone={() => setMissing(([, ...rest]) => rest)} />
  ) : null
}

function Load({ path, onDone }: { path: string; onDone(): void }) {
  const { load, data } = useFetcher<null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const route = path.startsWith(LIST) ? 'single-list' : 'lists/route'
    // Remix reloads the page if it can't load the script, and with it goes what was typed.
    void preload(route).then((isLoaded) => (isLoaded ? load(`${path}&ahead`) : onDone()))
  }, [])
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
