import { useEffect, useRef } from 'react'
import { Toaster, toast } from 'sonner'
import { bar, toasts } from '#app/browser/messages.ts'
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
    return () => {
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

/** Long texts don't fit into a phone's bar, which may also be out of sight. */
function fits(text: string, area: HTMLElement): boolean {
  const probe = document.createElement('p')
  probe.className = 'toast'
  probe.textContent = text
  area.append(probe)
  // Stretched, it is as high as the bar, whatever it says.
  const isHigher = probe.scrollHeight > area.offsetHeight
  probe.remove()
  return !isHigher && area.getBoundingClientRect().top >= 0
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
