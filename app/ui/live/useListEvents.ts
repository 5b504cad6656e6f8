import { useNavigate, useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useGlobalPendingState } from 'remix-utils/use-global-navigation-state'
import { expirePageCache } from '#app/ui/pageCache.ts'
import { listsPath } from '#app/ui/paths.ts'
import { showToast, toast } from '#app/ui/toast.ts'
import type { ConnectionEvent } from './connection.ts'
import { live } from './live.ts'
import { isOwnItem } from './ownItems.ts'
import { createReloader } from './reloader.ts'

interface ShownList {
  id: string
  createdBy: string
  revision: number
}

/** Reloads the page of a list when others change it. */
export function useListEvents({ id, createdBy, revision }: ShownList): void {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const busy = useGlobalPendingState() === 'pending'

  const { reload, reloader } = useMemo(() => {
    const reload = () => {
      expirePageCache()
      revalidate()
    }
    return { reload, reloader: createReloader(reload) }
  }, [revalidate])

  const isBusy = useRef(busy)
  /** The list that was deleted while a request was running. */
  const gone = useRef<string>()
  const leave = useCallback(() => {
    showToast({ kind: 'info', text: 'This list was deleted.', survivesNavigation: true })
    navigate(listsPath(createdBy), { replace: true })
  }, [createdBy, navigate])

  useEffect(() => {
    isBusy.current = busy
    // The request may have been the one that deleted it, with a redirect as its answer.
    if (!busy && gone.current === id) leave()
  }, [busy, id, leave])

  useEffect(() => {
    function onEvent(event: ConnectionEvent) {
      switch (event.type) {
        case 'message':
          return
        case 'disconnected':
          return expirePageCache()
        case 'sessionEnded':
          // The server redirects to the right page.
          return reload()
        case 'subscribed':
          return reloader.onSubscribed(event.revision)
        case 'refused':
        case 'listDeleted':
          reloader.stop()
          expirePageCache()
          if (!isBusy.current) return leave()
          gone.current = id
          return
        default:
          if (!reloader.isNewer(event.revision)) return
          expirePageCache()
          reloader.onChange(event.revision)
          if (event.type === 'itemCreated' && !isOwnItem(event.itemID)) toast.info('item created')
      }
    }

    const unsubscribe = live.subscribe(id, onEvent)
    return () => {
      unsubscribe()
      reloader.stop()
    }
  }, [id, leave, reload, reloader])

  useEffect(() => reloader.setShown(id, revision, busy), [reloader, id, revision, busy])
}
