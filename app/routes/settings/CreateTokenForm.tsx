import { Field } from '#app/ui/Field.tsx'
import { SettingsForm, useRefusal } from './SettingsForm.tsx'

interface Props {
  nextId: string
  newest: string | undefined
}

export function CreateTokenForm({ nextId, newest }: Props) {
  const refusal = useRefusal('token')
  return (
    <SettingsForm intent="token" submit="Create token" className="beside">
      <input type="hidden" name="id" value={nextId} />
      <Field
        // A new token empties the field.
        key={refusal?.attempt ?? newest}
        label="Token name"
        name="name"
        placeholder="Home Assistant"
        autoComplete="off"
        defaultValue={refusal?.values.name}
        error={refusal?.fields?.name}
        takesFocus={refusal !== undefined}
      />
    </SettingsForm>
  )
}
