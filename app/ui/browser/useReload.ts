import { useRevalidator } from '@remix-run/react'
import { useCallback } from 'react'
import { expirePageCache } from '#app/offline/page/pageCache.ts'

/** Loads the page's data from the server, not from the page cache. */
export function useReload(): () => void {
  const { revalidate } = useRevalidator()
  return useCallback(() => {
    expirePageCache()
    revalidate()
  }, [revalidate])
}
