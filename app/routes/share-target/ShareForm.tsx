import { Form, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import type { Currency } from '#app/domain/locale/currency.ts'
import type { Refusal } from '#app/protocol/reply.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { LinesToCheck } from '#app/ui/LinesToCheck.tsx'
import { Select } from '#app/ui/Select.tsx'
import { addLines } from '#app/words/en/addLines.ts'
import type { LineToCheck } from '#app/words/linesToCheck.ts'
import { useWords } from '#app/words/useWords.ts'

interface Props {
  lists: { id: string; name: string; currency: Currency }[]
  /** Of a new list. */
  currency: Currency
  nextId: string
  shared: { items: LineToCheck[]; hasMore: boolean }
  message: string | undefined
  refusal: Refusal | undefined
}

export function ShareForm({ lists, currency, nextId, shared, message, refusal }: Props) {
  const words = useWords(addLines)
  const { state, formMethod } = useNavigation()
  const [listId, setListId] = useState(refusal?.values.listID ?? lists[0]?.id)
  const [newList, setNewList] = useState(refusal?.values.newList ?? '')
  const chosen = newList.trim() === '' ? lists.find(({ id }) => id === listId) : undefined
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
          onChange={(event) => setListId(event.currentTarget.value)}
          options={Object.fromEntries(lists.map(({ id, name }) => [id, name]))}
        />
      )}
      <Field
        label={lists.length > 0 ? words.orCreateList : words.listName}
        name="newList"
        placeholder={words.listExample}
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        required={lists.length === 0}
        defaultValue={refusal?.values.newList}
        onInput={(event) => setNewList(event.currentTarget.value)}
      />
      <LinesToCheck items={shared.items} currency={(chosen ?? { currency }).currency} refused={refusal} />
      {shared.hasMore && <p className="hint">{words.someLeftOut}</p>}
      <Button className="wide" pending={pending} pendingText={words.adding}>
        {words.addToList}
      </Button>
    </Form>
  )
}
