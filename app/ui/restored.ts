import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { erasePages } from './pageMemory.ts'

/**
 * Some browsers keep a whole page for Back, although `no-store` tells them not to. Its person may have
 * signed out since: only the server knows what it may show.
 */
export function useRestored(): void {
  const { revalidate } = useRevalidator()

  useEffect(() => {
    const askAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      erasePages()
      revalidate()
    }
    window.addEventListener('pageshow', askAgain)
    return () => window.removeEventListener('pageshow', askAgain)
  }, [revalidate])
}
