import { useEffect, useRef } from 'react'
import { SECOND } from '#app/domain/time.ts'
import { readLines, useOutbox } from './outbox.ts'
import { expirePageCache } from './pageCache.ts'
import { openOutbox, sendOutbox } from './send.ts'
import { probe, useServerReachable } from './serverReachable.ts'
import { useReload } from './useReload.ts'

const SEND_EVERY_MS = 15 * SECOND
/** Responses in quick succession need one reload. */
const RELOAD_AFTER_MS = 60

export function useSync(account: string): void {
  const reload = useReload()
  const { answered } = useOutbox()
  const reachable = useServerReachable()
  const before = useRef({ answered, reachable })

  useEffect(() => {
    void readLines()
    void openOutbox(account)
    const send = () => {
      if (document.visibilityState === 'visible') void sendOutbox()
    }
    const timer = setInterval(send, SEND_EVERY_MS)
    document.addEventListener('visibilitychange', send)
    window.addEventListener('online', send)
    // Before anything is changed, too: what others do no longer arrives.
    window.addEventListener('offline', probe)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', send)
      window.removeEventListener('online', send)
      window.removeEventListener('offline', probe)
    }
  }, [account])

  useEffect(() => {
    const isNew = before.current.answered !== answered
    const isBack = reachable && !before.current.reachable
    before.current = { answered, reachable }
    if (isNew) expirePageCache()
    if (!isNew && !isBack) return
    if (isBack) void sendOutbox()
    const timer = setTimeout(reload, RELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [answered, reachable, reload])
}
