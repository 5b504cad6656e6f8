import { useNavigate, useRevalidator } from '@remix-run/react'
import { useEffect, useMemo } from 'react'
import { useGlobalPendingState } from 'remix-utils/use-global-navigation-state'
import { toast } from 'sonner'
import { expirePageCache } from '#app/ui/pageCache.ts'
import { listsPath } from '#app/ui/paths.ts'
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
          toast.info('This list was deleted.', { id: `deleted-${id}` })
          return navigate(listsPath(createdBy), { replace: true })
        default:
          if (!reloader.isNewer(event.revision)) return
          expirePageCache()
          reloader.onChange(event.revision)
          // The shared id makes one toast of many.
          if (event.type === 'itemCreated' && !isOwnItem(event.itemID))
            toast('item created', { id: 'item-created' })
      }
    }

    const unsubscribe = live.subscribe(id, onEvent)
    return () => {
      unsubscribe()
      reloader.stop()
    }
  }, [id, createdBy, reload, reloader, navigate])

  useEffect(() => reloader.setShown(id, revision, busy), [reloader, id, revision, busy])
}
