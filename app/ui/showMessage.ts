import { useFetchers, useSubmit } from '@remix-run/react'
import { type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { type ExternalToast, toast } from 'sonner'
import type { Message } from '#app/domain/flashes.ts'
import { newId } from '#app/domain/ids.ts'
import type { Reply } from './reply.ts'

const UNDO_SECONDS = 30
/** Nobody can reach toasts behind a modal dialog. */
const HELD = '[data-sonner-toaster]:is(:hover, :focus-within), dialog:modal'

/** Shows a message as a toast, in place of an earlier one with the same id. What can be undone stays longer. */
export function useShowMessage(): (message: Message, id?: string) => void {
  const submit = useSubmit()
  return useCallback(
    ({ kind, text, change, isUndo }, id = change) => {
      if (!change) return void toast[kind](text)
      const action = `/undo/${change}`
      const undo = (event: MouseEvent<HTMLElement>) => {
        // Back to where the focus was: this toast goes.
        event.currentTarget.blur()
        submit({ id: newId() }, { method: 'post', action, navigate: false, fetcherKey: actKey(action) })
      }
      showFor(UNDO_SECONDS, text, { id, action: { label: isUndo ? 'Redo' : 'Undo', onClick: undo } })
    },
    [submit],
  )
}

const timers = new Map<string | number, ReturnType<typeof setInterval>>()

/** Sonner's own timer doesn't stop while a toast has the focus. */
function showFor(seconds: number, text: string, options: ExternalToast) {
  const id = toast(text, { ...options, duration: Number.POSITIVE_INFINITY })
  clearInterval(timers.get(id))
  let left = seconds
  const timer = setInterval(() => {
    if (document.hidden || document.querySelector(HELD)) return
    left -= 1
    if (left > 0) return
    clearInterval(timer)
    timers.delete(id)
    toast.dismiss(id)
  }, 1000)
  timers.set(id, timer)
}

const TICK = 'tick-'
const ACT = 'act-'

/** All ticks share a toast. */
export const tickKey = (row: string) => TICK + row
/** For a form in the background whose failure is shown too. */
export const actKey = (action: string) => ACT + action

/** Shows the messages of forms sent in the background, on whatever page their replies arrive. */
export function useReplies(): void {
  const fetchers = useFetchers()
  const show = useShowMessage()
  const seen = useRef(new WeakSet<object>())
  useEffect(() => {
    for (const { key, data } of fetchers) {
      const reply = data as Reply | undefined
      if (!reply || seen.current.has(reply)) continue
      seen.current.add(reply)
      if (reply.ok && reply.message) {
        const { message: text, ...undo } = reply
        show({ kind: 'success', text, ...undo }, key.startsWith(TICK) ? TICK : undefined)
      } else if (!reply.ok && key.startsWith(ACT)) toast.error(reply.message)
    }
  }, [fetchers, show])
}
