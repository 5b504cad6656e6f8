import { Form, useNavigation } from '@remix-run/react'
import type { SharedItem } from '#app/domain/sharedText.ts'
import { quantity } from '#app/messages/format.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import type { Refusal } from '#app/ui/reply.ts'

interface Props {
  lists: { id: string; name: string }[]
  nextId: string
  shared: { items: SharedItem[]; more: number }
  message: string | undefined
  /** The user's choices, if the server sent them back. */
  refusal: Refusal | undefined
}

export function ShareForm({ lists, nextId, shared, message, refusal }: Props) {
  const { state, formMethod } = useNavigation()
  const pending = state !== 'idle' && formMethod === 'POST'
  const ticked = refusal && new Set(refusal.values.lines?.split('\n'))
  return (
    <Form method="post" className="card" key={refusal?.attempt}>
      <input type="hidden" name="id" value={nextId} />
      {message && (
        <p className="form-error" role="alert">
          {message}
        </p>
      )}
      {lists.length > 0 && (
        <div className="field">
          <label htmlFor="share-list">List</label>
          <select id="share-list" name="listID" defaultValue={refusal?.values.listID}>
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      <Field
        label={lists.length > 0 ? 'Or create a list' : 'List name'}
        name="newList"
        placeholder="Groceries"
        autoComplete="off"
        maxLength={200}
        required={lists.length === 0}
        defaultValue={refusal?.values.newList}
      />
      <fieldset>
        <legend>Items to add</legend>
        <ul>
          {shared.items.map(({ line, name, quantityMilli, done }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal lines are two items, and their order never changes
            <li key={`${index} ${line}`}>
              <label>
                <input
                  type="checkbox"
                  name="line"
                  value={line}
                  defaultChecked={ticked ? ticked.has(line) : !done}
                />
                {quantityMilli !== 1000 && (
                  <>
                    <b>{quantity(quantityMilli)}</b>
                    <span aria-hidden="true">×</span>
                  </>
                )}
                <span className="name">{name}</span>
              </label>
            </li>
          ))}
        </ul>
        {shared.more > 0 && (
          <p className="hint">
            {shared.more === 1
              ? '1 line was left out. Share it separately.'
              : `${shared.more} lines were left out. Share them separately.`}
          </p>
        )}
      </fieldset>
      <Button className="wide" pending={pending} pendingText="Adding...">
        Add to list
      </Button>
    </Form>
  )
}
