import { useRevalidator } from '@remix-run/react'
import { useCallback } from 'react'
import { expirePageCache } from '#app/offline/page/pageCache.ts'

export function useReload(): () => void {
  const { revalidate } = useRevalidator()
  return useCallback(() => {
    expirePageCache()
    revalidate()
  }, [revalidate])
}
