import { type InputHTMLAttributes, useEffect, useId, useRef } from 'react'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  name: string
  error?: string | undefined
  hint?: string
  /** The field a person wants to be in: the first one, or the first that was refused. */
  takesFocus?: boolean
}

export function Field({ label, error, hint, takesFocus, ...input }: Props) {
  const id = useId()
  const ref = useRef<HTMLInputElement>(null)
  const says = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')

  useEffect(() => {
    if (takesFocus) ref.current?.focus()
  }, [takesFocus])

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={ref}
        id={id}
        data-takes-focus={takesFocus || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={says || undefined}
        // biome-ignore lint/a11y/noAutofocus: without script this is how the refused field gets the focus
        autoFocus={takesFocus}
        {...input}
      />
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  )
}
