import { Link, useSubmit } from '@remix-run/react'
import { Trash2 } from 'lucide'
import type { FormEvent } from 'react'
import { Icon } from '#app/ui/Icon.tsx'
import { listPath } from '#app/ui/paths.ts'
import type { ShownList } from './pending.ts'

export function ListCard({ list, userId }: { list: ShownList; userId: string }) {
  const submit = useSubmit()

  function remove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const card = event.currentTarget.closest('li')
    const neighbor = card?.nextElementSibling ?? card?.previousElementSibling
    const next =
      neighbor?.querySelector('a') ?? document.querySelector<HTMLElement>('.add-list input[name=name]')
    submit(event.currentTarget, { navigate: false, fetcherKey: `delete-list-${list.id}` })
    next?.focus()
  }

  return (
    <li className="card list-card" aria-busy={list.pending || undefined}>
      <div className="about">
        <h2>{list.name}</h2>
        <p>{list.created}</p>
      </div>
      <Link className="button quiet" to={listPath(list.id)} aria-label={`View List ${list.name}`}>
        View List
      </Link>
      <form method="post" action={`/delete-list/${list.id}?userID=${userId}`} onSubmit={remove}>
        <button
          type="submit"
          className="button icon"
          aria-label={`Delete list ${list.name}`}
          disabled={list.pending}
        >
          <Icon of={Trash2} />
        </button>
      </form>
    </li>
  )
}
