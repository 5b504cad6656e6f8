import { Field } from '#app/ui/Field.tsx'
import { SettingsForm, useRefusal } from './SettingsForm.tsx'

interface Props {
  name: string
  email: string
}

export function Profile({ name, email }: Props) {
  const refusal = useRefusal('name')
  return (
    <section className="card" aria-labelledby="you">
      <h2 id="you">You</h2>
      <SettingsForm intent="name" submit="Save name" pendingText="Saving..." className="beside">
        <Field
          // A new key shows the name as it was saved.
          key={refusal?.attempt ?? name}
          label="Your name"
          name="name"
          autoComplete="name"
          defaultValue={refusal?.values.name ?? name}
          error={refusal?.fields?.name}
          takesFocus={refusal?.fields !== undefined}
        />
      </SettingsForm>
      <dl>
        <dt>Email</dt>
        <dd>{email}</dd>
      </dl>
    </section>
  )
}
