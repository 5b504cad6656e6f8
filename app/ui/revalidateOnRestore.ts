import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { clearPageCache } from './pageCache.ts'

/**
 * Some browsers keep a whole page for Back, although `no-store` tells them not to. Its person may have
 * signed out since: only the server knows what it may show.
 */
export function useRevalidateOnRestore(): void {
  const { revalidate } = useRevalidator()

  useEffect(() => {
    const askAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      clearPageCache()
      revalidate()
    }
    window.addEventListener('pageshow', askAgain)
    return () => window.removeEventListener('pageshow', askAgain)
  }, [revalidate])
}
