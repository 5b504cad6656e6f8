import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { SECOND } from '#app/domain/time.ts'
import { expirePageCache } from '#app/ui/browser/pageCache.ts'
import { openOutbox, sendOutbox, useOutbox } from './outbox.ts'
import { isReachable, noteReach, useIsReachable } from './reach.ts'

const EVERY = 15 * SECOND
/** Answers that come soon after each other need one reload. */
const TOGETHER = 60

/** Sends the account's outbox whenever it may work, and reloads the page when the server has answered. */
export function useSync(account: string): void {
  const { revalidate } = useRevalidator()
  const { answered } = useOutbox()
  const reachable = useIsReachable()
  const before = useRef({ answered, reachable })

  useEffect(() => {
    void openOutbox(account).then(() => {
      if (!isReachable()) return probe()
    })
    const send = () => {
      if (document.visibilityState === 'visible') void sync()
    }
    const timer = setInterval(send, EVERY)
    document.addEventListener('visibilitychange', send)
    window.addEventListener('online', send)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', send)
      window.removeEventListener('online', send)
    }
  }, [account])

  useEffect(() => {
    const isNew = before.current.answered !== answered
    const isBack = reachable && !before.current.reachable
    before.current = { answered, reachable }
    if (isNew) expirePageCache()
    if (!isNew && !isBack) return
    if (isBack) void sendOutbox()
    const timer = setTimeout(revalidate, TOGETHER)
    return () => clearTimeout(timer)
  }, [answered, reachable, revalidate])
}

async function sync() {
  await sendOutbox()
  if (!isReachable()) await probe()
}

/** Asks whether the server can be reached again. */
export async function probe(): Promise<void> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), 3 * SECOND)
  try {
    const response = await fetch('/livez', { cache: 'no-store', signal: controller.signal })
    // Something in between may answer instead.
    noteReach(response.ok && response.headers.has('X-Request-Id'))
  } catch {
    noteReach(false)
  } finally {
    clearTimeout(timer)
  }
}
