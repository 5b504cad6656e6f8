import { useLoaderData } from '@remix-run/react'
import { NEW_PASSWORD } from '#app/ui/AccountForm.tsx'
import { Field } from '#app/ui/Field.tsx'
import { IntentForm, useRefusal } from '#app/ui/IntentForm.tsx'
import type { loader } from './loader.server.ts'

export function PasswordForm() {
  const { user, sessions } = useLoaderData<typeof loader>()
  // A changed password starts a new session, which empties the fields.
  const since = sessions.find(({ here }) => here)?.since
  const { attempt, fields } = useRefusal('password') ?? {}
  return (
    <section className="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p className="lead">
        A new password signs out all your other browsers. API tokens keep working until you revoke them.
      </p>
      <IntentForm intent="password" submit="Change password" pendingText="Changing..." noValidate>
        {/* Password managers need the username to update the right entry. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
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
            {...NEW_PASSWORD}
            label="New password"
            error={fields?.password}
            takesFocus={fields !== undefined && !fields.currentPassword}
          />
        </div>
      </IntentForm>
    </section>
  )
}
