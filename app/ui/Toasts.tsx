import { useEffect, useRef } from 'react'
import { Toaster, toast } from 'sonner'
import { bar, showMessage, toasts } from '#app/browser/messages.ts'
import { common } from '#app/words/en/common.ts'
import { useWords } from '#app/words/useWords.ts'

/** Shows sonner's toasts in the free part of a bar. */
export function Toasts() {
  const words = useWords(common)
  const ref = useRef<HTMLDivElement>(null)
  const { kind, text, isInPage } = toasts.useMessage() ?? {}

  useEffect(() => {
    bar.hasRoomFor = (text) => ref.current !== null && fits(text, ref.current)
    document.addEventListener('keydown', focusSlot, { capture: true })
    const narrow = matchMedia(NARROW)
    narrow.addEventListener('change', placeAgain)
    return () => {
      narrow.removeEventListener('change', placeAgain)
      bar.hasRoomFor = undefined
      document.removeEventListener('keydown', focusSlot, { capture: true })
    }
  }, [])

  useEffect(() => {
    if (!kind) return
    const role = kind === 'error' ? 'alert' : 'status'
    const said = isInPage ? <p aria-hidden>{text}</p> : <p role={role}>{text}</p>
    const id = toast[kind](said, { className: `toast ${kind}`, duration: Number.POSITIVE_INFINITY })
    // Sonner adds a toast in a timeout, and ignores a dismissal that comes before.
    return () => void setTimeout(toast.dismiss, 0, id)
  }, [kind, text, isInPage])

  return (
    <div className="toasts" ref={ref}>
      <Toaster
        containerAriaLabel={words.messages}
        position="top-right"
        visibleToasts={1}
        toastOptions={{ unstyled: true }}
      />
    </div>
  )
}

const NARROW = '(max-width: 50rem)'

function placeAgain() {
  const shown = toasts.read()
  if (shown) showMessage(shown)
}

/** Beside the title, or below it: in narrow windows, and where a long one takes the line. A bar may be out of sight. */
function fits(text: string, area: HTMLElement): boolean {
  const places = matchMedia(NARROW).matches ? [true] : [false, true]
  const hasRoom = places.some((isBelow) => {
    area.classList.toggle('below', isBelow)
    return heightOf(text, area) <= area.offsetHeight
  })
  return hasRoom && area.getBoundingClientRect().top >= 0
}

function heightOf(text: string, area: HTMLElement): number {
  const probe = document.createElement('p')
  probe.className = 'toast'
  probe.textContent = text
  area.append(probe)
  const height = probe.scrollHeight
  probe.remove()
  return height
}

/** Alt+T moves the focus to the slot's message; pressed again, sonner moves it to a toast. */
function focusSlot(event: KeyboardEvent) {
  if (!event.altKey || event.code !== 'KeyT') return
  const before = document.activeElement
  const target = document.querySelector<HTMLElement>(
    '.message button, .message:not(:has(button)) p:not(:empty)',
  )
  if (!target || target === before) return
  event.stopImmediatePropagation()
  target.focus()
  const restoreFocus = () => before instanceof HTMLElement && before.isConnected && before.focus()
  target.addEventListener('click', restoreFocus, { once: true })
}
