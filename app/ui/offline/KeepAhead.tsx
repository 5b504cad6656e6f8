import { useFetcher } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { offlineDisabled } from '#app/browser/pageCache.ts'
import { preload } from '#app/browser/preloadRoute.ts'
import { useServerReachable } from '#app/browser/serverReachable.ts'
import { keptAddresses } from '#app/offline/keptPages.ts'
import { LIST } from '#app/protocol/paths.ts'

/** Keeps pages before anybody opens them, one after the other. */
export function KeepAhead({ paths }: { paths: string[] }) {
  const [missing, setMissing] = useState<string[]>([])
  const reachable = useServerReachable()
  const wanted = paths.join(' ')
  useEffect(() => {
    if (offlineDisabled() || isMetered() || wanted === '') return
    let isLeft = false
    void notKept(wanted.split(' ')).then((missing) => isLeft || setMissing(missing))
    return () => {
      isLeft = true
    }
  }, [wanted])
  const [next] = missing
  const onDone = async (after: string[] = []) => {
    const more = await notKept(after)
    setMissing(([, ...rest]) => [...rest, ...more])
  }
  return next !== undefined && reachable ? <Load key={next} path={next} onDone={onDone} /> : null
}

/** The lists page always counts as missing, because it says what to keep after it. */
async function notKept(paths: string[]): Promise<string[]> {
  const kept = await keptAddresses().catch(() => paths)
  return paths.filter((path) => !path.startsWith(LIST) || !kept.includes(path))
}

function Load({ path, onDone }: { path: string; onDone(after?: string[]): void }) {
  const { state, load, data } = useFetcher<string[] | null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (state !== 'idle') return
    if (data) {
      onDone(data)
    } else {
      const route = path.startsWith(LIST) ? 'single-list' : 'lists/route'
      // Remix reloads the page if it can't load the script, and with it goes what was typed.
      void preload(route).then((isLoaded) => (isLoaded ? load(`${path}&ahead`) : onDone()))
    }
  }, [state, data])
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
