import type { ClientActionFunctionArgs } from '@remix-run/react'
import { useEffect, useSyncExternalStore } from 'react'
import { NOT_SAVED } from '#app/messages/browser.ts'
import { isReply, showingSuccess } from './replies.ts'

type Failures = ReadonlyMap<string, string>

const NONE: Failures = new Map()

let failures = NONE
const listeners = new Set<() => void>()

function set(next: Failures) {
  failures = next
  for (const listener of listeners) listener()
}

function setFailure(itemId: string, text: string | undefined) {
  if (failures.get(itemId) === text) return
  const next = new Map(failures)
  if (text) next.set(itemId, text)
  else next.delete(itemId)
  set(next)
}

/** A client action for a row's form: a failure stands beside the row. */
export async function reportingFailure(args: ClientActionFunctionArgs, itemId: string) {
  setFailure(itemId, undefined)
  const reply = await showingSuccess(args)
  if (isReply(reply) && !reply.ok) setFailure(itemId, reply.status === 0 ? NOT_SAVED : reply.message)
  return reply
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Why the last tick or deletion of an item didn't reach the server, by the item's id. Leaving the page forgets it. */
export function useRowFailures(): Failures {
  useEffect(() => () => set(NONE), [])
  return useSyncExternalStore(
    subscribe,
    () => failures,
    () => NONE,
  )
}
