import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { useContext, useEffect, useRef } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { Message } from '#app/domain/flashes.ts'
import { withdraw } from '#app/offline/page/outbox.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { ActForm } from './ActForm.tsx'
import { dismissToast, forgetActs, showToast, useToast } from './browser/toast.ts'
import { useBrowserLayoutEffect } from './browser/useBrowserLayoutEffect.ts'
import { ListAccessContext, undoOffList } from './listAccess.ts'
import { LIST, listIdIn } from './paths.ts'

interface Props {
  flash: { id: string; message?: Message } | undefined
}

/** Once in every page: decides which message is shown. Where it is shown, the page says with a MessageSlot. */
export function Messages({ flash }: Props) {
  const shown = useRef<string>()
  const { pathname, search } = useLocation()
  const listId = listIdIn(search)
  const page = pathname + listId
  const visited = useRef(page)
  /** The list that was open last. */
  const list = useRef(pathname === LIST ? listId : '')

  // In a layout effect, to come before the new page's own message.
  useBrowserLayoutEffect(() => {
    if (page === visited.current) return
    visited.current = page
    const isOtherList = pathname === LIST && listId !== list.current
    if (pathname === LIST) list.current = listId
    leavePage(isOtherList)
  }, [page, pathname, listId])

  useEffect(() => {
    if (!flash?.message || shown.current === flash.id) return
    shown.current = flash.id
    showToast(flash.message)
  }, [flash])

  useEffect(() => {
    document.addEventListener('keydown', focusMessage)
    return () => document.removeEventListener('keydown', focusMessage)
  }, [])

  return null
}

/** An Undo is offered until another list is opened. */
function leavePage(isOtherList: boolean) {
  if (isOtherList) forgetActs()
  dismissToast(({ change, survivesNavigation }) => !survivesNavigation && (isOtherList || !change))
}

let focusedBefore: Element | null = null

/** Alt+T moves the focus to the message. */
function focusMessage(event: KeyboardEvent) {
  if (!event.altKey || event.code !== 'KeyT') return
  const target =
    document.querySelector<HTMLElement>('.message button') ??
    document.querySelector<HTMLElement>('.message p:not(:empty)')
  if (!target || target === document.activeElement) return
  focusedBefore = document.activeElement
  target.focus()
}

/** The Undo button goes when it is used. */
function focusBack() {
  if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus()
  focusedBefore = null
}

/**
 * The place of a page where messages are shown. Nothing else is there: a message covers no control. `own` is the
 * result of the page's own form.
 */
export function MessageSlot({ own }: { own?: Message | undefined }) {
  const hydrated = useHydrated()
  const flash = useRouteLoaderData<typeof rootLoader>('root')?.flash
  const toast = useToast()
  const access = useContext(ListAccessContext)
  useEffect(() => {
    if (own) showToast(own)
  }, [own])
  const message = hydrated ? toast : (own ?? flash?.message)
  const isError = message?.kind === 'error'
  const waiting = hydrated ? toast?.waiting : undefined
  const undo = message?.change && (access?.undo ?? undoOffList)(message.change)
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
      {message?.change && undo && (
        <ActForm
          key={message.change}
          action={undo.action}
          fetcherKey={`undo-${message.change}`}
          nextId={flash?.nextId ?? ''}
          fields={{ ...undo.fields, ...(message.isUndo && { redo: '1' }) }}
          onSend={() => {
            forgetActs(message.change)
            focusBack()
          }}
        >
          <button type="submit" className="button quiet">
            {message.isUndo ? 'Redo' : 'Undo'}
          </button>
        </ActForm>
      )}
      {waiting !== undefined && (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            void withdraw(waiting)
            dismissToast()
            focusBack()
          }}
        >
          Undo
        </button>
      )}
    </div>
  )
}
