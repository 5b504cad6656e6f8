import type { MouseEvent } from 'react'
import { offline } from '#app/words/en/offline.ts'
import { useWords } from '#app/words/useWords.ts'
import { toast } from './messages.ts'
import { useServerReachable } from './serverReachable.ts'

/** For a control that can't wait in the outbox: without a connection it does nothing and says so. */
export function useNeedsConnection() {
  const words = useWords(offline)
  const reachable = useServerReachable()
  return (name: string) =>
    reachable
      ? {}
      : {
          'aria-disabled': true,
          title: words.needsOne,
          onClick(event: MouseEvent) {
            event.preventDefault()
            event.stopPropagation()
            toast.info(words.needs({ name }))
          },
        }
}
