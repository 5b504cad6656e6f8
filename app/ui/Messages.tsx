import { useLocation } from '@remix-run/react'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { NO_PLACE } from '#app/acts/act.ts'
import { answeredForm } from '#app/acts/answeredActs.ts'
import { undoChangeForm } from '#app/acts/undo.ts'
import { loadedWhenIdle } from '#app/browser/loadedWhenIdle.ts'
import {
  clearMessages,
  forgetActs,
  latestAct,
  type Message,
  showInSlot,
  showMessage,
  slot,
} from '#app/browser/messages.ts'
import { withdraw } from '#app/browser/send.ts'
import { loadStyles } from '#app/browser/stylesheet.ts'
import { useBrowserLayoutEffect } from '#app/browser/useBrowserLayoutEffect.ts'
import { LIST, listIdIn } from '#app/protocol/paths.ts'
import type { AtHome } from '#app/protocol/recipeReply.ts'
import { common } from '#app/words/en/common.ts'
import { useWords } from '#app/words/useWords.ts'
import { ActForm } from './ActForm.tsx'
import { useFlash } from './flash.ts'
import { ListAccessContext } from './listAccess.ts'

export function Messages() {
  const { pathname, search } = useLocation()
  const listId = listIdIn(search)
  const openList = useRef(pathname === LIST ? listId : '')
  useShow(useFlash()?.message)
  useEffect(() => void loadStyles(), [])

  // In layout effects, to come before the new page's own message.
  useBrowserLayoutEffect(() => {
    // An Undo is offered until another list is opened.
    if (pathname === LIST && listId !== openList.current) {
      openList.current = listId
      forgetActs()
    }
    return () => clearMessages(({ change, survivesNavigation }) => !survivesNavigation && !change)
  }, [pathname, listId])
  return null
}

const Toasts = loadedWhenIdle(async () => {
  const [{ Toasts }, isStyled] = await Promise.all([import('./Toasts.tsx'), loadStyles()])
  return isStyled ? Toasts : () => null
})

/** Between the buttons of a bar: the title, and over it the toasts. */
export const MiddleOfBar = ({ children }: { children?: ReactNode }) => (
  <div className="middle">
    {children}
    <Toasts />
  </div>
)

/** A message of the document stays in the slot, where the server has rendered it. */
function useShow(message: Message | undefined) {
  const hydrated = useHydrated()
  const show = useRef(hydrated ? showMessage : showInSlot)
  useEffect(() => {
    if (message) show.current(message)
    show.current = showMessage
  }, [message])
}

interface SlotProps {
  own?: Message
  offersUndo?: boolean
  /** Shows what a message has for lists only. */
  below?(atHome: AtHome): ReactNode
}

/** For offers to undo, messages without JavaScript and messages that can't be a toast. */
export function MessageSlot({ own, offersUndo = true, below }: SlotProps) {
  const words = useWords(common)
  const hydrated = useHydrated()
  const flash = useFlash()
  const latest = slot.useMessage()
  const inSlot = offersUndo || !latest?.change ? latest : undefined
  useShow(own)
  const message = hydrated ? inSlot : own?.isInPage ? undefined : (own ?? flash?.message)
  const isError = message?.kind === 'error'
  const { change, waiting, isUndo, alternative, atHome }: Partial<Message> = message ?? {}
  const earlier = latestAct()
  const place = usePlace()
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
      <div>
        {alternative && (
          <ActForm act={() => answeredForm(place, 'otherReading', alternative.path, alternative.fields)}>
            <button type="submit" className="button quiet">
              {alternative.label}
            </button>
          </ActForm>
        )}
        {change && <Undo change={change} text={isUndo ? words.redo : words.undo} isRedo={isUndo} />}
        {/* Where Undo was, so that taps at one place go further back. */}
        {isUndo && earlier !== undefined && <Undo change={earlier} text={words.undoMore} />}
        {waiting && (
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              void withdraw(waiting)
              slot.clear()
            }}
          >
            {words.undo}
          </button>
        )}
      </div>
      {atHome && below?.(atHome)}
    </div>
  )
}

const usePlace = () => useContext(ListAccessContext) ?? NO_PLACE

interface UndoProps {
  change: string
  text: string
  isRedo?: boolean | undefined
  /** For an Undo that no message brought. */
  nextId?: string
}

/** For a page that tells of a change itself; not while a message offers the same. */
export function UndoOf({ change, nextId }: { change: string; nextId: string }) {
  const words = useWords(common)
  const flash = useFlash()
  const latest = slot.useMessage() ?? flash?.message
  return latest?.change !== change && <Undo change={change} text={words.undo} nextId={nextId} />
}

function Undo({ change, text, isRedo, nextId = '' }: UndoProps) {
  const place = usePlace()
  return (
    <ActForm
      key={change}
      act={(id) => undoChangeForm(place, change, { ...(id && { id }), ...(isRedo && { redo: '1' }) })}
      nextId={useFlash()?.nextId ?? nextId}
      onSend={() => forgetActs(change)}
    >
      <button type="submit" className="button quiet">
        {text}
      </button>
    </ActForm>
  )
}
