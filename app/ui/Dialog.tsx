import { Link } from '@remix-run/react'
import { X } from 'lucide'
import { type ReactNode, useId, useRef, useState } from 'react'
import { setPlaceChanged } from '#app/browser/accidentalTaps.ts'
import { useBrowserLayoutEffect } from '#app/browser/useBrowserLayoutEffect.ts'
import { common } from '#app/words/en/common.ts'
import { useWords } from '#app/words/useWords.ts'
import { rescueFocus } from './ActForm.tsx'
import { Icon } from './Icon.tsx'

interface Props {
  title: string
  closeTo: string
  onClose(): void
  children: ReactNode
}

/** Modal with JavaScript; without it, rendered open on top of the page. */
export function Dialog({ title, closeTo, onClose, children }: Props) {
  const words = useWords(common)
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Read before a field inside takes the focus.
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))

  // Before the first paint: a tap on a dialog that is not modal yet would reach the page behind it.
  useBrowserLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // showModal() needs a closed dialog.
    dialog.close()
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-takes-focus]')?.focus()
    return () => {
      dialog.close()
      setPlaceChanged()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      // What it was about may have left the page.
      else setTimeout(rescueFocus)
    }
  }, [opener])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={ref}
      open
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Cancelling the file chooser inside fires this event too.
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === ref.current && !hasInput(ref.current)) onClose()
      }}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <Link
            to={closeTo}
            className="button icon"
            aria-label={words.close}
            preventScrollReset
            onClick={(event) => {
              event.preventDefault()
              onClose()
            }}
          >
            <Icon of={X} />
          </Link>
        </div>
        {children}
      </div>
    </dialog>
  )
}

function hasInput(dialog: HTMLDialogElement): boolean {
  return [...dialog.querySelectorAll('input')].some((field) =>
    field.type === 'file' ? field.value !== '' : field.value !== field.defaultValue,
  )
}
