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
  /** The item to edit; undefined to add one. */
  item?: Row
  /** The item's updatedAt in the latest loaded data. */
  updatedAt?: number | undefined
  /** The values and errors of a failed form that was sent without JavaScript. */
  draft: { values: Record<string, string>; fields?: FieldTexts; message?: string } | undefined
  onClose(): void
}

const DEFAULTS = { name: '', quantity: '1', price: '0' }
const NOT_FOUND = 404
const CONFLICT = 409

export function ItemDialog({ listId, nextId, item, updatedAt, draft, onClose }: Props) {
  const [key] = useState(newId)
  const fetcher = useFetcher<Reply>({ key })
  const reply = fetcher.state === 'idle' ? fetcher.data : undefined
  const handled = useRef<Reply>()
  // Fixed when the dialog opens, so that later changes by others count as unseen.
  const [seen, setSeen] = useState(item?.updatedAt)
  const [deleted, setDeleted] = useState(false)
  const isNew = !item || deleted
  const pending = fetcher.state !== 'idle'

  useEffect(() => {
    if (!reply || reply === handled.current) return
    handled.current = reply
    if (reply.ok) {
      onClose()
      return
    }
    toast.error(reply.message)
    if (reply.status === NOT_FOUND) setDeleted(true)
    if (reply.status === CONFLICT) setSeen(updatedAt)
  }, [reply, updatedAt, onClose])

  const values = { ...(item ? formValues(item) : DEFAULTS), ...draft?.values }
  const error = reply && !reply.ok ? reply : draft
  const fields = error?.fields ?? {}
  const firstInvalid = Object.keys(fields)[0]
  const action = isNew
    ? `${listPath(listId)}#item-${nextId}`
    : `/edit-item/${item.id}?listID=${listId}#item-${item.id}`

  return (
    <Dialog
      title={isNew ? 'ADD ITEM' : 'EDIT ITEM'}
      closeTo={listPath(listId)}
      onClose={() => !pending && onClose()}
    >
      <form
        method="post"
        action={action}
        onSubmit={(event) => {
          event.preventDefault()
          if (pending) return
          const data = new FormData(event.currentTarget)
          if (isNew) {
            const id = newId()
            markOwnItem(id)
            data.set('id', id)
            data.set('at', String(nextTimestamp()))
          }
          fetcher.submit(data, { method: 'post', action: action.split('#')[0] ?? '' })
        }}
      >
        {isNew ? (
          <input type="hidden" name="id" value={nextId} />
        ) : (
          <input type="hidden" name="seen" value={seen} />
        )}
        {error?.message && (
          <p className="form-error" role="alert">
            {error.message}
          </p>
        )}
        <Field
          label="Name"
          name="name"
          defaultValue={values.name}
          error={fields.name}
          takesFocus={!firstInvalid || firstInvalid === 'name'}
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
            takesFocus={firstInvalid === 'quantity'}
            inputMode="decimal"
            autoComplete="off"
          />
          <Field
            label="Price"
            name="price"
            defaultValue={values.price}
            error={fields.price}
            takesFocus={firstInvalid === 'price'}
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
