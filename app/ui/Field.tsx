import { type InputHTMLAttributes, useEffect, useId, useRef } from 'react'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  name: string
  error?: string | undefined
  hint?: string
  /** Takes the focus when it is the first field that was refused. */
  firstError?: boolean
}

export function Field({ label, error, hint, firstError, ...input }: Props) {
  const id = useId()
  const ref = useRef<HTMLInputElement>(null)
  const says = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')

  useEffect(() => {
    if (firstError) ref.current?.focus()
  }, [firstError])

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={ref}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={says || undefined}
        // biome-ignore lint/a11y/noAutofocus: without script this is how the refused field gets the focus
        autoFocus={firstError}
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
