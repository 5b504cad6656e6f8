import { useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { Toaster, toast } from 'sonner'
import type { Message } from '#app/domain/flashes.ts'

interface Props {
  flash: { id: string; message?: Message } | undefined
}

const WIDE = '(min-width: 801px)'

/** The message of an action: a line in the page, or a toast when JavaScript is on. */
export function FlashMessage({ message }: { message: Message }) {
  const hydrated = useHydrated()
  const shown = useRef<Message>()

  useEffect(() => {
    if (shown.current === message) return
    shown.current = message
    toast[message.kind](message.text)
  }, [message])

  if (hydrated) return null
  return (
    <p className={`message ${message.kind}`} role={message.kind === 'error' ? 'alert' : 'status'}>
      {message.text}
    </p>
  )
}

/** Rendered once per page: the flash message of the previous request, and the container for toasts. */
export function Messages({ flash }: Props) {
  const hydrated = useHydrated()
  const wide = useWide()

  return (
    <>
      {flash?.message && <FlashMessage key={flash.id} message={flash.message} />}
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
