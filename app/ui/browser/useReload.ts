import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect } from 'react'
import { clearPageCache, expirePageCache } from '#app/offline/page/pageCache.ts'

export function useReload(): () => void {
  const { revalidate } = useRevalidator()
  return useCallback(() => {
    expirePageCache()
    revalidate()
  }, [revalidate])
}

/** Some browsers restore a page for Back despite `no-store`. The user may have signed out since. */
export function useRevalidateOnRestore(): void {
  const { revalidate } = useRevalidator()

  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      clearPageCache()
      revalidate()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [revalidate])
}
