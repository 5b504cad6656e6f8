import { useLoaderData } from '@remix-run/react'
import { Field } from '#app/ui/Field.tsx'
import { IntentForm, useRefusal } from '#app/ui/IntentForm.tsx'
import { settings } from '#app/words/en/settings.ts'
import { useWords } from '#app/words/useWords.ts'
import { Email } from './Email.tsx'
import type { loader } from './loader.server.ts'

export function Profile() {
  const words = useWords(settings)
  const { name } = useLoaderData<typeof loader>().user
  const refusal = useRefusal('name')
  return (
    <section className="card" aria-labelledby="you">
      <h2 id="you">{words.you}</h2>
      <IntentForm
        intent="name"
        submit={words.saveName}
        pendingText={words.saving}
        variant="quiet"
        className="beside"
        noValidate
      >
        <Field
          key={refusal?.attempt ?? name}
          label={words.yourName}
          name="name"
          autoComplete="name"
          defaultValue={refusal?.values.name ?? name}
          error={refusal?.fields?.name}
          takesFocus={refusal?.fields !== undefined}
        />
      </IntentForm>
      <Email />
    </section>
  )
}
