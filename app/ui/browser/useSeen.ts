import { useEffect } from 'react'

/** Less is too short to read a list. */
const READ_MS = 1_000

export function useSeen(address: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      stop()
      // If this fails, the others learn it with the next revision.
      fetch(address, { method: 'POST' }).catch(() => {})
    }
    const watch = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(send, READ_MS)
    }
    const stop = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', watch)
    }
    document.addEventListener('visibilitychange', watch)
    watch()
    return stop
  }, [address])
}
