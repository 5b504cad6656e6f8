import { type SelectHTMLAttributes, useId } from 'react'

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  /** Only for screen readers. */
  hideLabel?: boolean
  /** Texts by value. */
  options: Record<string, string>
}

export function Select({ label, hideLabel, options, ...select }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select id={id} {...select}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
