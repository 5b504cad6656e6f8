import { type InputHTMLAttributes, useEffect, useId, useRef } from 'react'

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  name: string
  error?: string
  takesFocus?: boolean
}

export function Field({ label, error, takesFocus, children, ...input }: FieldProps) {
  const id = useId()
  const ref = useRef<HTMLInputElement>(null)

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
        aria-describedby={error ? `${id}-error` : undefined}
        // biome-ignore lint/a11y/noAutofocus: focuses the field without JavaScript
        autoFocus={takesFocus}
        {...input}
      />
      {children}
      {error && (
        <p id={`${id}-error`} className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
