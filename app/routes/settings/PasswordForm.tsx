import { MIN_PASSWORD_BYTES } from '#app/domain/limits.ts'
import { Field } from '#app/ui/Field.tsx'
import { SettingsForm, useRefusal } from './SettingsForm.tsx'

interface Props {
  email: string
  /** When this browser signed in: a changed password starts a new session. */
  since: number | undefined
}

export function PasswordForm({ email, since }: Props) {
  const { attempt, fields } = useRefusal('password') ?? {}
  return (
    <section className="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p className="lead">
        A new password signs out all your other browsers. API tokens keep working until you revoke them.
      </p>
      <SettingsForm intent="password" submit="Change password" pendingText="Changing...">
        {/* Password managers need the username to update the right entry. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {/* A new key empties the fields. */}
        <div className="fields" key={attempt ?? since}>
          <Field
            label="Current password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            error={fields?.currentPassword}
            takesFocus={fields?.currentPassword !== undefined}
          />
          <Field
            label="New password"
            name="password"
            type="password"
            autoComplete="new-password"
            placeholder={`At least ${MIN_PASSWORD_BYTES} characters`}
            error={fields?.password}
            takesFocus={fields !== undefined && !fields.currentPassword}
          />
        </div>
      </SettingsForm>
    </section>
  )
}
