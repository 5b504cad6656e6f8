import type { MouseEvent } from 'react'
import { toast } from '#app/ui/browser/messages.ts'
import { useServerReachable } from './serverReachable.ts'

export const needsConnection = (name: string) => `${name} needs a connection.`

/** For a control that can't wait in the outbox: without a connection it does nothing and says so. */
export function useNeedsConnection() {
  const reachable = useServerReachable()
  return (name: string) =>
    reachable
      ? {}
      : {
          'aria-disabled': true,
          title: 'Needs a connection',
          onClick(event: MouseEvent) {
            event.preventDefault()
            event.stopPropagation()
            toast.info(needsConnection(name))
          },
        }
}
