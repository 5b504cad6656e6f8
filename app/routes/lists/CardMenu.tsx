import { useLoaderData } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Card } from '#app/acts/cards.ts'
import { duplicateListForm, renameListForm } from '#app/acts/lists.ts'
import { submitOrSay } from '#app/browser/send.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { MAX_NAME_LENGTH } from '#app/domain/limitsAndLifetimes.ts'
import { sharingPath } from '#app/protocol/paths.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { Menu } from '#app/ui/Menu.tsx'
import { PageLink } from '#app/ui/PageLink.tsx'
import { lists } from '#app/words/en/lists.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'

/** `refused` is the name in a form that was sent without JavaScript. */
export function CardMenu({ list, refused }: { list: Card; refused: string | undefined }) {
  const { id, name, ownerName } = list
  const { user, nextId } = useLoaderData<typeof loader>()
  const isOwn = ownerName === undefined
  const menu = useRef<HTMLDetailsElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [failed, setFailed] = useState<{ typed: string; message: string }>()
  const needsConnection = useNeedsConnection()
  const words = useWords(lists)
  const error = failed?.message
  const place = { account: user.id, listID: id }

  useEffect(() => {
    if (!failed || !menu.current || !field.current) return
    menu.current.open = true
    field.current.value = failed.typed
    field.current.focus()
  }, [failed])

  function close() {
    if (menu.current) menu.current.open = false
    menu.current?.querySelector('summary')?.focus()
  }

  async function rename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = field.current?.value ?? ''
    close()
    setFailed(undefined)
    await submitOrSay(renameListForm(place, typed, 'lists'), (message) => setFailed({ typed, message }))
  }

  return (
    <Menu label={words.moreFor({ name })} element={menu} open={refused !== undefined}>
      {isOwn && (
        <form method="post" action={renameListForm(place, '', 'lists').path} onSubmit={rename}>
          <input
            ref={field}
            key={name}
            name="name"
            aria-label={words.newNameFor({ name })}
            autoComplete="off"
            enterKeyHint="done"
            maxLength={MAX_NAME_LENGTH}
            required
            defaultValue={refused ?? name}
            aria-invalid={refused !== undefined || error ? true : undefined}
            aria-describedby={error ? `rename-${id}` : undefined}
          />
          <button type="submit" className="button quiet" {...needsConnection(words.rename)}>
            {words.rename}
          </button>
          <FormError id={`rename-${id}`}>{error}</FormError>
        </form>
      )}
      {isOwn && <hr />}
      <ActForm act={(id) => duplicateListForm(place, id, 'lists')} nextId={nextId}>
        <button type="submit" {...needsConnection(words.duplicate)}>
          {words.duplicate}
        </button>
      </ActForm>
      <PageLink to={sharingPath(id)} {...needsConnection(isOwn ? words.sharing : words.leave)}>
        {isOwn ? words.share : words.leave}
      </PageLink>
    </Menu>
  )
}
