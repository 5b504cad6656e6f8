import { Link } from '@remix-run/react'
import { X } from 'lucide'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'

interface Props {
  title: string
  /** Where the page is without this dialog: the way out when there is no script. */
  closeTo: string
  onClose(): void
  children: ReactNode
}

/** Modal with a script; without one the same element simply stands open above the page. */
export function Dialog({ title, closeTo, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the fields inside take the focus.
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // It was rendered open for those without script; a modal one must be opened anew.
    dialog.close()
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-takes-focus]')?.focus()
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [opener])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={ref}
      open
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file chooser that was left without a choice tells so by the same event.
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <Link
            to={closeTo}
            className="button icon"
            aria-label="Close"
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
