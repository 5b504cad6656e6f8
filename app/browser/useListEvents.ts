import { useNavigate } from '@remix-run/react'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { SECOND } from '#app/domain/time.ts'
import { browser } from '#app/words/en/browser.ts'
import { useWords } from '#app/words/useWords.ts'
import type { ConnectionEvent } from './connection.ts'
import { live } from './live.ts'
import { forgetActs, toast } from './messages.ts'
import { isPending, useOutbox } from './outbox.ts'
import { areOwnItems } from './ownItems.ts'
import { expirePageCache } from './pageCache.ts'
import { createReloader } from './reloader.ts'
import { sendOutbox } from './send.ts'
import { probe, setReach } from './serverReachable.ts'
import { useIsBusy } from './useIsBusy.ts'
import { useReload } from './useReload.ts'

interface ShownList {
  id: string
  revision: number
  /** What says why it is gone, if that isn't the page itself. */
  leaveTo?: string
  token?: string | undefined
}

const SLOW_AFTER_MS = 3 * SECOND

let awaited: string | undefined

/** By then, the page shows an error or the lists: with the list again, after a reload. */
function awaitReturn({ id, token }: Pick<ShownList, 'id' | 'token'>, reload: () => void) {
  if (awaited === id) return
  awaited = id
  const stop = live.subscribe(
    id,
    ({ type }) => {
      if (type === 'disconnected' || type === 'listDeleted') return
      stop()
      if (awaited === id) awaited = undefined
      reload()
    },
    token,
  )
}

export function useListEvents({ id, revision, leaveTo, token }: ShownList): void {
  const words = useWords(browser)
  const reload = useReload()
  const navigate = useNavigate()
  const isSending = useOutbox().entries.some((entry) => isPending(entry) && !entry.isLate)
  const busy = useIsBusy() || isSending

  const reloader = useMemo(() => createReloader(reload), [reload])

  const [gone, setGone] = useState<string>()

  useEffect(() => {
    // The running request may be the one that deleted the list, with a redirect as its response.
    if (gone !== id || busy) return
    setGone(undefined)
    // An Undo would be refused.
    forgetActs()
    // The server says why.
    if (leaveTo === undefined) void reload()
    else navigate(leaveTo, { replace: true })
  }, [gone, busy, id, leaveTo, navigate, reload])

  useEffect(() => {
    let probing: ReturnType<typeof setTimeout> | undefined
    function onEvent(event: ConnectionEvent) {
      switch (event.type) {
        case 'disconnected':
          expirePageCache()
          // A restart of the server takes a moment, too.
          clearTimeout(probing)
          probing = setTimeout(probe, SLOW_AFTER_MS)
          return
        case 'subscribed':
          clearTimeout(probing)
          setReach(true)
          void sendOutbox()
          return reloader.onSubscribed(event.revision)
        case 'sessionEnded':
        case 'membersChanged':
          return reload()
        case 'message':
        case 'seen':
          return
        case 'refused':
        case 'listDeleted':
          if (event.type === 'listDeleted') awaitReturn({ id, token }, reload)
          reloader.stop()
          expirePageCache()
          // A transition like those of the router, so that `busy` knows of each request sent before.
          return startTransition(() => setGone(id))
        default:
          if (!reloader.isNewer(event.revision)) return
          expirePageCache()
          reloader.onChange(event.revision)
          if (event.type === 'itemCreated' && !areOwnItems(event)) toast.info(words.itemCreated)
      }
    }

    const unsubscribe = live.subscribe(id, onEvent, token)
    return () => {
      clearTimeout(probing)
      unsubscribe()
      reloader.stop()
    }
  }, [words, id, reload, reloader, token])

  useEffect(() => reloader.setShown(id, revision, busy), [reloader, id, revision, busy])
}
