import type { MouseEvent } from 'react'
import type { Unreached } from '#app/offline/keptDocument.ts'
import { offline } from '#app/words/en/offline.ts'
import { useWords } from '#app/words/useWords.ts'
import { toast } from './messages.ts'
import { useReach } from './serverReachable.ts'

/** Why something that can't wait isn't done. */
export const refusal = (words: typeof offline, reach: Unreached, name: string): string =>
  reach ? words[reach] : words.needs({ name })

/** For a control that can't wait in the outbox: while Larder doesn't answer, it does nothing and says why. */
export function useNeedsConnection() {
  const words = useWords(offline)
  const reach = useReach()
  return (name: string) =>
    reach === true
      ? {}
      : {
          'aria-disabled': true,
          title: words.needsOne,
          onClick(event: MouseEvent) {
            event.preventDefault()
            event.stopPropagation()
            toast.info(refusal(words, reach, name.replace(/\s?…$/, '')))
          },
        }
}
