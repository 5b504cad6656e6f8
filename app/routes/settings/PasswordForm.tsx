import { useLoaderData } from '@remix-run/react'
import { newPasswordField } from '#app/ui/AccountForm.tsx'
import { Field } from '#app/ui/Field.tsx'
import { IntentForm, useRefusal } from '#app/ui/IntentForm.tsx'
import { account } from '#app/words/en/account.ts'
import { settings } from '#app/words/en/settings.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'

export function PasswordForm() {
  const words = useWords(settings)
  const { user, sessions } = useLoaderData<typeof loader>()
  // A changed password starts a new session, which empties the fields.
  const since = sessions.find(({ here }) => here)?.since
  const { attempt, fields } = useRefusal('password') ?? {}
  return (
    <IntentForm
      intent="password"
      submit={words.changePassword}
      pendingText={words.changing}
      variant="quiet"
      noValidate
    >
      {/* Password managers need the username to update the right entry. */}
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <div className="fields" key={attempt ?? since}>
        <Field
          label={words.currentPassword}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          error={fields?.currentPassword}
          takesFocus={fields?.currentPassword !== undefined}
        />
        <Field
          {...newPasswordField(useWords(account))}
          label={words.newPassword}
          error={fields?.password}
          takesFocus={fields !== undefined && !fields.currentPassword}
        />
      </div>
    </IntentForm>
  )
}
