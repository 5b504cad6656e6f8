import { Form, useNavigation } from '@remix-run/react'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import type { Refusal } from '#app/ui/reply.ts'

interface Props {
  nextId: string
  refusal: Refusal | undefined
}

export function CreateTokenForm({ nextId, refusal }: Props) {
  const { state, formAction } = useNavigation()
  const pending = state !== 'idle' && formAction === '/settings'
  return (
    // A new id after each submission resets the field.
    <Form method="post" className="create-token" key={nextId}>
      <input type="hidden" name="id" value={nextId} />
      <Field
        label="Token name"
        name="name"
        placeholder="Home Assistant"
        autoComplete="off"
        maxLength={200}
        required
        // Without a connection there are no values to restore.
        defaultValue={refusal?.values?.name}
        error={refusal?.message}
        takesFocus={refusal !== undefined}
      />
      <Button pending={pending}>Create token</Button>
    </Form>
  )
}
