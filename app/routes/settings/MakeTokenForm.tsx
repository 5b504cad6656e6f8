import { Form, useNavigation } from '@remix-run/react'
import type { Refusal } from '#app/ui/reply.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'

interface Props {
  nextId: string
  refusal: Refusal | undefined
}

export function MakeTokenForm({ nextId, refusal }: Props) {
  const { state, formAction } = useNavigation()
  const pending = state !== 'idle' && formAction === '/settings'
  return (
    // Made anew with each answer: what was accepted leaves the field.
    <Form method="post" className="make-token" key={nextId}>
      <input type="hidden" name="id" value={nextId} />
      <Field
        label="What is it for?"
        name="name"
        placeholder="Home Assistant"
        autoComplete="off"
        maxLength={200}
        required
        // Without a connection there was nobody to send it back.
        defaultValue={refusal?.values?.name}
        error={refusal?.message}
        takesFocus={refusal !== undefined}
      />
      <Button pending={pending}>MAKE TOKEN</Button>
    </Form>
  )
}
