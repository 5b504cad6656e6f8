import { Form, useNavigation } from '@remix-run/react'
import { formatQuantity } from '#app/domain/amounts.ts'
import type { SharedItem } from '#app/domain/sharedText.ts'
import type { Refusal } from '#app/ui/reply.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'

interface Props {
  lists: { id: string; name: string }[]
  nextId: string
  shared: { items: SharedItem[]; more: number }
  /** Why it was not accepted. */
  message: string | undefined
  /** What was chosen before, where the server sent it back. */
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
          <label htmlFor="share-list">Add to which list?</label>
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
        label={lists.length > 0 ? 'Or to a new one' : 'Name a new list for it'}
        name="newList"
        placeholder="Name a new list"
        autoComplete="off"
        maxLength={200}
        required={lists.length === 0}
        defaultValue={refusal?.values.newList}
      />
      <fieldset>
        <legend>What shall be added?</legend>
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
                    <b>{formatQuantity(quantityMilli)}</b>
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
            {shared.more === 1 ? 'One more line was' : `${shared.more} more lines were`} shared than fit here.
          </p>
        )}
      </fieldset>
      <Button className="wide" pending={pending} pendingText="Adding...">
        ADD TO LIST
      </Button>
    </Form>
  )
}
