import { useFetcher, useLoaderData } from '@remix-run/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNeedsConnection } from '#app/offline/page/useNeedsConnection.ts'
import { sharingPath } from '#app/protocol/paths.ts'
import type { Reply } from '#app/protocol/reply.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { Menu } from '#app/ui/Menu.tsx'
import { PageLink } from '#app/ui/PageLink.tsx'
import { lists } from '#app/words/en/lists.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'
import type { ShownList } from './usePendingLists.ts'

/** `refused` is the name in a form that was sent without JavaScript. */
export function CardMenu({ list, refused }: { list: ShownList; refused: string | undefined }) {
  const { id, name, ownerName } = list
  const { user, nextId } = useLoaderData<typeof loader>()
  const isOwn = ownerName === undefined
  const menu = useRef<HTMLDetailsElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const typed = useRef('')
  const renaming = useFetcher<Reply>()
  const { data } = renaming
  const needsConnection = useNeedsConnection()
  const words = useWords(lists)
  const error = data && !data.ok && renaming.state === 'idle' ? data.message : undefined

  useEffect(() => {
    if (!error || !menu.current || !field.current) return
    menu.current.open = true
    field.current.value = typed.current
    field.current.focus()
  }, [error])

  function close() {
    if (menu.current) menu.current.open = false
    menu.current?.querySelector('summary')?.focus()
  }

  function rename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    typed.current = field.current?.value ?? ''
    renaming.submit(event.currentTarget)
    close()
  }

  return (
    <Menu label={words.moreFor({ name })} element={menu} open={refused !== undefined}>
      {isOwn && (
        <form method="post" action={`/rename-list/${id}?userID=${user.id}`} onSubmit={rename}>
          <input
            ref={field}
            key={name}
            name="name"
            aria-label={words.newNameFor({ name })}
            autoComplete="off"
            enterKeyHint="done"
            maxLength={200}
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
      <ActForm action={`/duplicate-list/${id}?userID=${user.id}`} nextId={nextId}>
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
