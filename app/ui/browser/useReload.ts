import { useCallback, useContext, useEffect } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router-dom'
import { clearPageCache, expirePageCache } from '#app/offline/page/pageCache.ts'

let stopWaiting: (() => void) | undefined

/** One at a time, after what is loading: the router would cancel that, and its data may be too old. */
export function useReload(expire = expirePageCache): () => void {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  return useCallback(() => {
    expire()
    if (!router || stopWaiting) return
    const reloadIfIdle = () => {
      const { navigation, revalidation, fetchers } = router.state
      const all = [navigation, ...fetchers.values()]
      if (!stopWaiting || revalidation === 'loading' || all.some(({ state }) => state === 'loading')) return
      stopWaiting()
      stopWaiting = undefined
      expire()
      router.revalidate()
    }
    // Later, because the router tells of its new state before it is done.
    stopWaiting = router.subscribe(() => queueMicrotask(reloadIfIdle))
    reloadIfIdle()
  }, [router, expire])
}

/** Some browsers restore a page for Back despite `no-store`. The user may have signed out since. */
export function useRevalidateOnRestore(): void {
  const reload = useReload()

  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      clearPageCache()
      reload()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [reload])
}
