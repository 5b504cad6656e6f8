import { useFetchers, useNavigate, useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useMemo } from 'react'
import { toast } from 'sonner'
import { expirePageCache } from '#app/ui/pageCache.ts'
import { listsPath } from '#app/ui/paths.ts'
import type { ConnectionEvent } from './connection.ts'
import { live } from './live.ts'
import { isOwnItem } from './ownItems.ts'
import { createReloader } from './reloader.ts'

interface Shown {
  id: string
  createdBy: string
  revision: number
}

/** Keeps the page of a list true while others change it. */
export function useListEvents({ id, createdBy, revision }: Shown): void {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const requests = [{ state }, navigation, ...useFetchers()]
  const busy = requests.some((request) => request.state !== 'idle')

  const { load, reloader } = useMemo(() => {
    const load = () => {
      expirePageCache()
      revalidate()
    }
    return { load, reloader: createReloader(load) }
  }, [revalidate])

  useEffect(() => {
    function hear(heard: ConnectionEvent) {
      switch (heard.type) {
        case 'message':
          return
        case 'lost':
          return expirePageCache()
        case 'ended':
          // Only the server knows where somebody who is not signed in belongs.
          return load()
        case 'subscribed':
          return reloader.standsAt(heard.revision)
        case 'refused':
        case 'listDeleted':
          reloader.stop()
          expirePageCache()
          toast.info('This list was deleted.', { id: `deleted-${id}` })
          return navigate(listsPath(createdBy), { replace: true })
        default:
          if (!reloader.isNews(heard.revision)) return
          expirePageCache()
          reloader.hear(heard.revision)
          // One toast, however many come at once.
          if (heard.type === 'itemCreated' && !isOwnItem(heard.itemID))
            toast('item created', { id: 'item-created' })
      }
    }

    const leave = live.subscribe(id, hear)
    return () => {
      leave()
      reloader.stop()
    }
  }, [id, createdBy, load, reloader, navigate])

  useEffect(() => reloader.show(id, revision, busy), [reloader, id, revision, busy])
}
