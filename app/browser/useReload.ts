import { useLocation, useNavigate } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'
import { type Router, useRouter } from '#app/remix/router.ts'
import { setCurrentRouter } from './currentRouter.ts'
import { clearPageCache, expirePageCache } from './pageCache.ts'

/** A reload that has not begun. */
let waiting: Promise<void> | undefined

/**
 * One at a time, after what is loading: the router would cancel that, and its data may be too old. Resolves when the new
 * data is here.
 */
export function useReload(expire = expirePageCache): () => Promise<void> {
  const router = useRouter()
  return useCallback(async () => {
    expire()
    if (!router) return
    waiting ??= whenIdle(router).then(() => {
      waiting = undefined
      expire()
      router.revalidate()
    })
    await waiting
    return whenIdle(router)
  }, [router, expire])
}

/** For acts, which outlive the forms that send them. */
export function useCurrentRouter(): void {
  const reload = useReload()
  const navigate = useNavigate()
  const { key } = useLocation()
  const onOpened = useRef(() => {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each page is there
  useEffect(() => onOpened.current(), [key])
  useEffect(() => {
    const open = (path: string) => {
      expirePageCache()
      navigate(path)
      return new Promise<void>((resolve) => {
        onOpened.current = resolve
      })
    }
    setCurrentRouter({ reload, open })
    return setCurrentRouter
  }, [reload, navigate])
}

const whenIdle = (router: Router): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      const { navigation, revalidation, fetchers } = router.state
      const all = [navigation, ...fetchers.values()]
      if (revalidation === 'loading' || all.some(({ state }) => state === 'loading')) return
      stop()
      resolve()
    }
    // Later, because the router tells of its new state before it is done.
    const stop = router.subscribe(() => queueMicrotask(check))
    check()
  })

/** Some browsers restore a page for Back despite `no-store`. The user may have signed out since. */
export function useRevalidateOnRestore(): void {
  const reload = useReload()

  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      clearPageCache()
      void reload()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [reload])
}
