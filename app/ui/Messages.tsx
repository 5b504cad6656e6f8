import { useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { Toaster } from 'sonner'
import type { Message } from '#app/domain/flashes.ts'
import { useReplies, useShowMessage } from './showMessage.ts'

interface Props {
  flash: { id: string; nextId: string; message?: Message } | undefined
}

const WIDE = '(min-width: 801px)'

/** The message of an action: a line in the page, or a toast when JavaScript is on. */
export function FlashMessage({ message, nextId }: { message: Message; nextId?: string }) {
  const hydrated = useHydrated()
  const shown = useRef<Message>()
  const show = useShowMessage()

  useEffect(() => {
    if (shown.current === message) return
    shown.current = message
    show(message)
  }, [message, show])

  if (hydrated) return null
  return (
    <div className={`message ${message.kind}`}>
      <p role={message.kind === 'error' ? 'alert' : 'status'}>{message.text}</p>
      {message.change && (
        <form method="post" action={`/undo/${message.change}`}>
          <input type="hidden" name="id" value={nextId} />
          <button type="submit" className="button quiet">
            {message.isUndo ? 'Redo' : 'Undo'}
          </button>
        </form>
      )}
    </div>
  )
}

/** Rendered once per page: the flash message of the previous request, and the container for toasts. */
export function Messages({ flash }: Props) {
  const hydrated = useHydrated()
  const wide = useWide()
  useReplies()
  useEffect(() => {
    document.addEventListener('focusin', focusButton)
    return () => document.removeEventListener('focusin', focusButton)
  }, [])

  return (
    <>
      {flash?.message && <FlashMessage key={flash.id} message={flash.message} nextId={flash.nextId} />}
      {hydrated && (
        <Toaster
          position={wide ? 'top-right' : 'top-center'}
          duration={5000}
          hotkey={['altKey', 'KeyT']}
          offset={{ top: 76, right: 16 }}
          mobileOffset={{ top: 72 }}
          toastOptions={{ className: 'toast' }}
        />
      )}
    </>
  )
}

/** Alt+T moves the focus to all the toasts; here it goes on to the newest button. */
function focusButton({ target }: FocusEvent) {
  if (!(target instanceof Element && target.matches('[data-sonner-toaster]'))) return
  target.querySelector<HTMLElement>('[data-button]')?.focus()
}

function useWide(): boolean {
  const [wide, setWide] = useState(true)
  useEffect(() => {
    const query = window.matchMedia(WIDE)
    const update = () => setWide(query.matches)
    update()
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [])
  return wide
}
