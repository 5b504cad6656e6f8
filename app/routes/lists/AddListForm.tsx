import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { toast } from 'sonner'
import { newId } from '#app/domain/ids.ts'
import { Button } from '#app/ui/Button.tsx'
import type { Refusal, Reply } from '#app/ui/reply.ts'

interface Props {
  action: string
  nextId: string
  /** The server's error for a form sent without JavaScript. */
  refusal: Refusal | undefined
}

export function AddListForm({ action, nextId, refusal }: Props) {
  const fetcher = useFetcher<Reply>()
  const form = useRef<HTMLFormElement>(null)
  const submitted = useRef('')
  const pending = fetcher.state === 'submitting'

  useEffect(() => {
    const field = form.current?.elements.namedItem('name')
    if (fetcher.state !== 'idle' || !fetcher.data || fetcher.data.ok) return
    toast.error(fetcher.data.message)
    // Restore the name, unless the user has started typing another one.
    if (field instanceof HTMLInputElement && field.value === '') field.value = submitted.current
  }, [fetcher.state, fetcher.data])

  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={action}
      className="add-list"
      onSubmit={(event) => {
        event.preventDefault()
        if (pending) return
        const fields = new FormData(event.currentTarget)
        fields.set('id', newId())
        submitted.current = String(fields.get('name') ?? '')
        fetcher.submit(fields, { method: 'post', action })
        event.currentTarget.reset()
      }}
    >
      <input type="hidden" name="id" value={nextId} />
      <input
        name="name"
        aria-label="List name"
        placeholder="New list"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={200}
        required
        defaultValue={refusal?.values.name}
        aria-invalid={refusal ? true : undefined}
        aria-describedby={refusal ? 'add-list-error' : undefined}
      />
      <Button pending={pending}>ADD</Button>
      {refusal && (
        <p id="add-list-error" className="form-error" role="alert">
          {refusal.message}
        </p>
      )}
    </fetcher.Form>
  )
}
