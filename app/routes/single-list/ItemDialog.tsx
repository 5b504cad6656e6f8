import { useFetcher } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { newId } from '#app/domain/ids.ts'
import type { FieldTexts } from '#app/messages/errorText.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { Field } from '#app/ui/Field.tsx'
import { markOwnItem } from '#app/ui/live/ownItems.ts'
import { listPath } from '#app/ui/paths.ts'
import type { Reply } from '#app/ui/reply.ts'
import { nextTimestamp } from '#app/ui/serverClock.ts'
import { formValues, type Row } from './pending.ts'

interface Props {
  listId: string
  nextId: string
  /** The item to edit; without one, an item is added. */
  item?: Row
  /** When the item was last changed, as far as this page knows by now. */
  updatedAt?: number | undefined
  /** What was typed before and refused, when the page was made without script. */
  draft: { values: Record<string, string>; fields?: FieldTexts; message?: string } | undefined
  onClose(): void
}

const FRESH = { name: '', quantity: '1', price: '0' }
const GONE = 404
const CHANGED = 409

export function ItemDialog({ listId, nextId, item, updatedAt, draft, onClose }: Props) {
  const [key] = useState(newId)
  const fetcher = useFetcher<Reply>({ key })
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  const reply = useRef<Reply>()
  // Fixed when the dialog opens: what somebody changes meanwhile must not look as if it had been seen.
  const [seen, setSeen] = useState(item?.updatedAt)
  const [gone, setGone] = useState(false)
  const adds = !item || gone
  const pending = fetcher.state !== 'idle'

  useEffect(() => {
    if (!answer || answer === reply.current) return
    reply.current = answer
    if (answer.ok) {
      if (answer.message) toast.success(answer.message)
      onClose()
      return
    }
    toast.error(answer.message)
    if (answer.status === GONE) setGone(true)
    if (answer.status === CHANGED) setSeen(updatedAt)
  }, [answer, updatedAt, onClose])

  const values = { ...(item ? formValues(item) : FRESH), ...draft?.values }
  const refusal = answer && !answer.ok ? answer : draft
  const fields = refusal?.fields ?? {}
  const first = Object.keys(fields)[0]
  const action = adds
    ? `${listPath(listId)}#item-${nextId}`
    : `/edit-item/${item.id}?listID=${listId}#item-${item.id}`

  return (
    <Dialog
      title={adds ? 'ADD ITEM' : 'EDIT ITEM'}
      closeTo={listPath(listId)}
      onClose={() => !pending && onClose()}
    >
      <form
        method="post"
        action={action}
        onSubmit={(event) => {
          event.preventDefault()
          if (pending) return
          const sent = new FormData(event.currentTarget)
          if (adds) {
            const id = newId()
            markOwnItem(id)
            sent.set('id', id)
            sent.set('at', String(nextTimestamp()))
          }
          fetcher.submit(sent, { method: 'post', action: action.split('#')[0] ?? '' })
        }}
      >
        {adds ? (
          <input type="hidden" name="id" value={nextId} />
        ) : (
          <input type="hidden" name="seen" value={seen} />
        )}
        {refusal?.message && (
          <p className="form-error" role="alert">
            {refusal.message}
          </p>
        )}
        <Field
          label="Name"
          name="name"
          defaultValue={values.name}
          error={fields.name}
          takesFocus={!first || first === 'name'}
          required
          maxLength={200}
          autoComplete="off"
          enterKeyHint="done"
        />
        <div className="pair">
          <Field
            label="Quantity"
            name="quantity"
            defaultValue={values.quantity}
            error={fields.quantity}
            takesFocus={first === 'quantity'}
            inputMode="decimal"
            autoComplete="off"
          />
          <Field
            label="Price"
            name="price"
            defaultValue={values.price}
            error={fields.price}
            takesFocus={first === 'price'}
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
        <Button className="wide" pending={pending} pendingText="SUBMITTING...">
          SUBMIT
        </Button>
      </form>
    </Dialog>
  )
}
