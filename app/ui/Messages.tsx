import { useLocation } from '@remix-run/react'
import { type ComponentType, useContext, useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { undoRequest } from '#app/acts/undo.ts'
import { withdraw } from '#app/offline/page/takeBack.ts'
import { LIST, listIdIn } from '#app/protocol/paths.ts'
import { ActForm } from './ActForm.tsx'
import { clearSlot, forgetActs, type Message, showInSlot, useSlotMessage } from './browser/messageSlot.ts'
import { dismissToast, setToasts, showMessage } from './browser/toast.ts'
import { useBrowserLayoutEffect } from './browser/useBrowserLayoutEffect.ts'
import { useFlash } from './flash.ts'
import { ListAccessContext } from './listAccess.ts'

/** Once in every page: the toasts, and what becomes of messages on the way to another page. */
export function Messages() {
  const { pathname, search } = useLocation()
  const listId = listIdIn(search)
  const page = pathname + listId
  const visited = useRef(page)
  /** The list that was open last. */
  const list = useRef(pathname === LIST ? listId : '')
  const [Toaster, setToaster] = useState<ComponentType>()
  useShow(useFlash()?.message)

  // In a layout effect, to come before the new page's own message.
  useBrowserLayoutEffect(() => {
    if (page === visited.current) return
    visited.current = page
    const isOtherList = pathname === LIST && listId !== list.current
    if (pathname === LIST) list.current = listId
    leavePage(isOtherList)
  }, [page, pathname, listId])

  useEffect(() => {
    whenIdle(() =>
      import('./Toasts.tsx').then(
        (toasts) => setToaster(() => toasts.Toaster),
        () => setToasts(null),
      ),
    )
    document.addEventListener('keydown', focusMessage)
    return () => document.removeEventListener('keydown', focusMessage)
  }, [])

  return Toaster ? <Toaster /> : null
}

/** Safari has no requestIdleCallback. */
function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 1000)
}

/** Shows a message as it comes. One of the document stays in the slot, where the server has put it. */
function useShow(message: Message | undefined) {
  const hydrated = useHydrated()
  const show = useRef(hydrated ? showMessage : showInSlot)
  useEffect(() => {
    if (message) show.current(message)
    show.current = showMessage
  }, [message])
}

/** An Undo is offered until another list is opened. */
function leavePage(isOtherList: boolean) {
  const isLeft = ({ change, survivesNavigation }: Message) => !survivesNavigation && !change
  if (isOtherList) forgetActs()
  clearSlot(isLeft)
  dismissToast(isLeft)
}

let focusedBefore: Element | null = null

/** Alt+T moves the focus to the slot's message; pressed again, sonner moves it to a toast. */
function focusMessage(event: KeyboardEvent) {
  if (!event.altKey || event.code !== 'KeyT') return
  const target =
    document.querySelector<HTMLElement>('.message button') ??
    document.querySelector<HTMLElement>('.message p:not(:empty)')
  if (!target || target === document.activeElement) return
  event.stopImmediatePropagation()
  focusedBefore = document.activeElement
  target.focus()
}

/** The Undo button goes when it is used. */
function focusBack() {
  if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus()
  focusedBefore = null
}

/**
 * The place of a page for the offer to undo, for messages without JavaScript, and for those that can't be a toast.
 * Nothing else is there. `own` is the result of the page's own form.
 */
export function MessageSlot({ own }: { own?: Message | undefined }) {
  const hydrated = useHydrated()
  const flash = useFlash()
  const inSlot = useSlotMessage()
  const access = useContext(ListAccessContext)
  useShow(own)
  const message = hydrated ? inSlot : (own ?? flash?.message)
  const isError = message?.kind === 'error'
  const { change, waiting, isUndo }: Partial<Message> = message ?? {}
  const undo = change && (access?.undo ?? undoRequest)(change)
  return (
    <div className={message ? `message ${message.kind}` : 'no-message'}>
      {/* Present before its text, so that screen readers announce it. */}
      <p role="status" tabIndex={-1}>
        {!isError && message?.text}
      </p>
      {isError && (
        <p role="alert" tabIndex={-1}>
          {message.text}
        </p>
      )}
      {undo && (
        <ActForm
          key={change}
          action={undo.action}
          fetcherKey={`undo-${change}`}
          nextId={flash?.nextId ?? ''}
          fields={{ ...undo.fields, ...(isUndo && { redo: '1' }) }}
          onSend={() => {
            forgetActs(change)
            focusBack()
          }}
        >
          <button type="submit" className="button quiet">
            {isUndo ? 'Redo' : 'Undo'}
          </button>
        </ActForm>
      )}
      {waiting && (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            void withdraw(waiting)
            clearSlot()
            focusBack()
          }}
        >
          Undo
        </button>
      )}
    </div>
  )
}
