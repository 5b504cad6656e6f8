import { Form, useNavigation } from '@remix-run/react'
import type { ReadText } from '#app/domain/quickAdd/readText.ts'
import type { Refusal } from '#app/protocol/reply.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { LinesToCheck } from '#app/ui/LinesToCheck.tsx'
import { Select } from '#app/ui/Select.tsx'
import { addLines } from '#app/words/en/addLines.ts'
import { useWords } from '#app/words/useWords.ts'

interface Props {
  lists: { id: string; name: string }[]
  nextId: string
  shared: ReadText
  message: string | undefined
  refusal: Refusal | undefined
}

export function ShareForm({ lists, nextId, shared, message, refusal }: Props) {
  const words = useWords(addLines)
  const { state, formMethod } = useNavigation()
  const pending = state !== 'idle' && formMethod === 'POST'
  return (
    <Form method="post" className="card" key={refusal?.attempt}>
      <input type="hidden" name="id" value={nextId} />
      <FormError>{message}</FormError>
      {lists.length > 0 && (
        <Select
          label={words.list}
          name="listID"
          defaultValue={refusal?.values.listID}
          options={Object.fromEntries(lists.map(({ id, name }) => [id, name]))}
        />
      )}
      <Field
        label={lists.length > 0 ? words.orCreateList : words.listName}
        name="newList"
        placeholder={words.listExample}
        autoComplete="off"
        maxLength={200}
        required={lists.length === 0}
        defaultValue={refusal?.values.newList}
      />
      <LinesToCheck items={shared.items} refused={refusal} />
      {shared.hasMore && <p className="hint">{words.someLeftOut}</p>}
      <Button className="wide" pending={pending} pendingText={words.adding}>
        {words.addToList}
      </Button>
    </Form>
  )
}
