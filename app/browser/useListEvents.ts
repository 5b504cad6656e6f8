import { useNavigate } from '@remix-run/react'
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { SECOND } from '#app/domain/time.ts'
import { browser } from '#app/words/en/browser.ts'
import { useWords } from '#app/words/useWords.ts'
import type { ConnectionEvent } from './connection.ts'
import { live } from './live.ts'
import { forgetActs, showMessage, toast } from './messages.ts'
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
  name: string
  revision: number
  leaveTo?: string | undefined
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

export function useListEvents({ id, name, revision, leaveTo, token }: ShownList): void {
  const words = useWords(browser)
  const reload = useReload()
  const navigate = useNavigate()
  const isSending = useOutbox().entries.some((entry) => isPending(entry) && !entry.isLate)
  const busy = useIsBusy() || isSending

  const reloader = useMemo(() => createReloader(reload), [reload])

  const [gone, setGone] = useState<{ id: string; isDeleted: boolean }>()
  const leave = useCallback(
    (why: string) => {
      // An Undo would be refused.
      forgetActs()
      if (leaveTo === undefined) {
        void reload()
        return
      }
      showMessage({ kind: 'info', text: why, survivesNavigation: true })
      navigate(leaveTo, { replace: true })
    },
    [leaveTo, navigate, reload],
  )

  useEffect(() => {
    // The running request may be the one that deleted the list, with a redirect as its response.
    if (gone?.id !== id || busy) return
    setGone(undefined)
    leave(gone.isDeleted ? words.listDeleted({ name }) : words.notOnList)
  }, [gone, busy, id, name, words, leave])

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
          return startTransition(() => setGone({ id, isDeleted: event.type === 'listDeleted' }))
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
