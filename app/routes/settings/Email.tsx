import { useLoaderData } from '@remix-run/react'
import { Field } from '#app/ui/Field.tsx'
import { IntentForm, useRefusal } from '#app/ui/IntentForm.tsx'
import { settings } from '#app/words/en/settings.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'

export function Email() {
  const words = useWords(settings)
  const { user, emailWaits } = useLoaderData<typeof loader>()
  const { attempt, fields, values } = useRefusal('email') ?? {}
  return (
    <>
      <dl>
        <dt>{words.email}</dt>
        <dd>{user.email}</dd>
        {emailWaits && <dd>{emailWaits}</dd>}
      </dl>
      <details open={attempt !== undefined || undefined} key={user.email}>
        <summary>{words.changeEmail}</summary>
        <IntentForm
          intent="email"
          submit={words.changeEmail}
          pendingText={words.changing}
          variant="quiet"
          noValidate
        >
          <div className="fields" key={attempt ?? emailWaits}>
            <Field
              label={words.nextEmail}
              name="email"
              type="email"
              autoComplete="email"
              defaultValue={values?.email}
              error={fields?.email}
              takesFocus={fields?.email !== undefined}
            />
            <Field
              label={words.password}
              name="currentPassword"
              type="password"
              autoComplete="current-password"
              error={fields?.currentPassword}
              takesFocus={fields !== undefined && !fields.email}
            />
          </div>
        </IntentForm>
      </details>
    </>
  )
}
