import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { clearPageCache } from '#app/offline/page/pageCache.ts'

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
