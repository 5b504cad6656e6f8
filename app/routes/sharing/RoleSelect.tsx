import { useId } from 'react'
import type { SharedRole } from '#app/domain/access/actors.ts'
import { ROLES } from './roles.ts'

interface Props {
  label: string
  /** Only for screen readers. */
  hideLabel?: boolean
  defaultValue?: string | undefined
}

export function RoleSelect({ label, hideLabel, defaultValue = 'editor' }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select id={id} name="role" defaultValue={defaultValue} autoComplete="off">
        {(['editor', 'viewer'] satisfies SharedRole[]).map((role) => (
          <option key={role} value={role}>
            {ROLES[role]}
          </option>
        ))}
      </select>
    </div>
  )
}
