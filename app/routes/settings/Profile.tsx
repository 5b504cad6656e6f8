import { useLoaderData } from '@remix-run/react'
import { Field } from '#app/ui/Field.tsx'
import { IntentForm, useRefusal } from '#app/ui/IntentForm.tsx'
import type { loader } from './loader.server.ts'

export function Profile() {
  const { name, email } = useLoaderData<typeof loader>().user
  const refusal = useRefusal('name')
  return (
    <section className="card" aria-labelledby="you">
      <h2 id="you">You</h2>
      <IntentForm intent="name" submit="Save name" pendingText="Saving..." className="beside" noValidate>
        <Field
          key={refusal?.attempt ?? name}
          label="Your name"
          name="name"
          autoComplete="name"
          defaultValue={refusal?.values.name ?? name}
          error={refusal?.fields?.name}
          takesFocus={refusal?.fields !== undefined}
        />
      </IntentForm>
      <dl>
        <dt>Email</dt>
        <dd>{email}</dd>
      </dl>
    </section>
  )
}
