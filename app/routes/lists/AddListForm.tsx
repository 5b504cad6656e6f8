import { useFetcher, useLoaderData } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { newId } from '#app/domain/ids.ts'
import { useNeedsConnection } from '#app/offline/page/useNeedsConnection.ts'
import { listsPath } from '#app/protocol/paths.ts'
import type { Refusal, Reply } from '#app/protocol/reply.ts'
import { Button } from '#app/ui/Button.tsx'
import { showMessage } from '#app/ui/browser/messages.ts'
import { FormError } from '#app/ui/FormError.tsx'
import { lists } from '#app/words/en/lists.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'

interface Props {
  refusal?: Refusal
  /** Once the list is there, unless the user is typing the next name. */
  onAdded(id: string): void
  /** Above the field. */
  children: ReactNode
}

export function AddListForm({ refusal, onAdded, children }: Props) {
  const { user, nextId } = useLoaderData<typeof loader>()
  const action = listsPath(user.id)
  const fetcher = useFetcher<Reply>()
  const form = useRef<HTMLFormElement>(null)
  const submitted = useRef({ id: '', name: '' })
  const pending = fetcher.state === 'submitting'
  const needsConnection = useNeedsConnection()
  const words = useWords(lists)
  const failed = fetcher.state === 'idle' && fetcher.data?.ok === false ? fetcher.data.message : undefined
  const error = failed ?? refusal?.message

  useEffect(() => {
    const field = form.current?.elements.namedItem('name')
    if (fetcher.state !== 'idle' || !fetcher.data || !(field instanceof HTMLInputElement)) return
    const { id, name } = submitted.current
    const isFree = field.value === ''
    if (fetcher.data.ok) {
      if (isFree) onAdded(id)
      return
    }
    showMessage({ kind: 'error', text: fetcher.data.message, isInPage: true })
    if (isFree) field.value = name
  }, [fetcher.state, fetcher.data, onAdded])

  return (
    <div className="add-list">
      {children}
      <fetcher.Form
        ref={form}
        method="post"
        action={action}
        onSubmit={(event) => {
          event.preventDefault()
          if (pending) return
          const fields = new FormData(event.currentTarget)
          submitted.current = { id: newId(), name: String(fields.get('name') ?? '') }
          fields.set('id', submitted.current.id)
          fetcher.submit(fields, { method: 'post', action })
          event.currentTarget.reset()
        }}
      >
        <input type="hidden" name="id" value={nextId} />
        <div className="well">
          <input
            name="name"
            aria-label={words.listName}
            placeholder={words.newList}
            autoComplete="off"
            enterKeyHint="done"
            maxLength={200}
            required
            defaultValue={refusal?.values.name}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'add-list-error' : undefined}
          />
          <Button pending={pending} {...needsConnection(words.aNewList)}>
            {words.add}
          </Button>
        </div>
        <FormError id="add-list-error">{error}</FormError>
      </fetcher.Form>
    </div>
  )
}
