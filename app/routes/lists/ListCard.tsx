import { Link, useSubmit } from '@remix-run/react'
import { Receipt, Trash2 } from 'lucide'
import type { FormEvent } from 'react'
import { useNeedsConnection } from '#app/offline/page/useNeedsConnection.ts'
import { listPath } from '#app/protocol/paths.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { CardFrame } from './CardFrame.tsx'
import { CardMenu } from './CardMenu.tsx'
import type { ShownList } from './pending.ts'

interface Props {
  list: ShownList
  userId: string
  nextId: string
  isNew: boolean
  /** It can be opened now, perhaps as it was. */
  isKept: boolean
  /** The name that was refused, for a form sent without JavaScript. */
  refused: string | undefined
}

export function ListCard({ list, userId, nextId, isNew, isKept, refused }: Props) {
  const submit = useSubmit()
  const needsConnection = useNeedsConnection()

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
    <CardFrame
      list={list}
      className={isNew ? ' new' : ''}
      when={
        <>
          {isKept ? list.created : 'Not on this device'}
          {list.isShared && <SharedMark ownerName={list.ownerName} />} {list.hasReceipt && <ReceiptMark />}
        </>
      }
    >
      {/* Covers the card. */}
      <Link
        className="button quiet"
        to={listPath(list.id)}
        aria-label={`View List ${list.name}`}
        {...(!isKept && needsConnection('This list'))}
      >
        View List
      </Link>
      {!list.pending && <CardMenu list={list} userId={userId} nextId={nextId} refused={refused} />}
      {list.ownerName === undefined && (
        <form
          className="delete"
          method="post"
          action={`/delete-list/${list.id}?userID=${userId}`}
          onSubmit={remove}
        >
          <button
            type="submit"
            className="button icon"
            aria-label={`Delete list ${list.name}`}
            disabled={list.pending}
            {...needsConnection('Deleting a list')}
          >
            <Icon of={Trash2} />
          </button>
        </form>
      )}
    </CardFrame>
  )
}

function SharedMark({ ownerName }: { ownerName: string | undefined }) {
  return (
    <span dir="auto"> · {ownerName === undefined ? 'Shared with others' : `Shared by ${ownerName}`}</span>
  )
}

function ReceiptMark() {
  return (
    <span className="receipt-mark">
      <Icon of={Receipt} size={16} />
      <span className="visually-hidden">with receipt</span>
    </span>
  )
}
