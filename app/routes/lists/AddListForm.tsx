import { useLoaderData } from '@remix-run/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { addListForm } from '#app/acts/cards.ts'
import { showMessage } from '#app/browser/messages.ts'
import { submit } from '#app/browser/send.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { newId } from '#app/domain/ids.ts'
import { MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { listsPath } from '#app/protocol/paths.ts'
import type { Refusal } from '#app/protocol/reply.ts'
import { Button } from '#app/ui/Button.tsx'
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
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState<string>()
  const needsConnection = useNeedsConnection()
  const words = useWords(lists)
  const error = failed ?? refusal?.message

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('name')
    if (pending || !(field instanceof HTMLInputElement)) return
    const [id, name] = [newId(), field.value]
    setPending(true)
    setFailed(undefined)
    const sent = submit(addListForm(user.id, id, name))
    event.currentTarget.reset()
    const outcome = await sent
    setPending(false)
    if (outcome.type === 'done') {
      await outcome.loaded
      if (field.value === '') onAdded(id)
    } else if (outcome.type === 'refused') {
      const text = outcome.entry.answer?.message ?? ''
      setFailed(text)
      showMessage({ kind: 'error', text, isInPage: true })
      if (field.value === '') field.value = name
    }
  }

  return (
    <div className="add-list">
      {children}
      <form method="post" action={listsPath(user.id)} onSubmit={send}>
        <input type="hidden" name="id" value={nextId} />
        <div className="well">
          <input
            name="name"
            aria-label={words.listName}
            placeholder={words.newList}
            autoComplete="off"
            enterKeyHint="done"
            maxLength={MAX_NAME_LENGTH}
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
      </form>
    </div>
  )
}
