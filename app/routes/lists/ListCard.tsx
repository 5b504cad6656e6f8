import { useLoaderData } from '@remix-run/react'
import { Receipt, Trash2 } from 'lucide'
import { useEffect } from 'react'
import { type Card, deleteListForm } from '#app/acts/cards.ts'
import { setNotDeleted, useNotDeleted } from '#app/browser/notDeleted.ts'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { listPath } from '#app/protocol/paths.ts'
import { ActForm } from '#app/ui/ActForm.tsx'
import { FormError } from '#app/ui/FormError.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { PageLink } from '#app/ui/PageLink.tsx'
import { lists } from '#app/words/en/lists.ts'
import { newRows } from '#app/words/en/newRows.ts'
import { useWords } from '#app/words/useWords.ts'
import { CardFrame } from './CardFrame.tsx'
import { CardMenu } from './CardMenu.tsx'
import type { ListsData, loader } from './loader.server.ts'

interface Props {
  list: Card
  current: ListsData['current']
  isNew: boolean
  /** Whether the list can be opened now, perhaps as it was. */
  isKept: boolean
  /** The name that was refused, for a form sent without JavaScript. */
  refused: string | undefined
}

export function ListCard({ list, current, isNew, isKept, refused }: Props) {
  const { user } = useLoaderData<typeof loader>()
  const needsConnection = useNeedsConnection()
  const words = useWords(lists)
  // While it is being deleted, the card is gone.
  useEffect(() => () => setNotDeleted(list.id), [list.id])

  function focusNeighbor() {
    const card = document.getElementById(`list-${list.id}`)
    const neighbor = card?.nextElementSibling ?? card?.previousElementSibling
    const next =
      neighbor?.querySelector('a') ?? document.querySelector<HTMLElement>('.add-list input[name=name]')
    next?.focus()
  }

  return (
    <CardFrame
      list={list.pending ? { ...list, sum: words.adding } : list}
      className={isNew ? ' new' : ''}
      current={current}
      when={
        <>
          <span>
            {isKept ? list.created : words.notOnDevice}
            {list.hasReceipt && (
              <>
                {'\u00a0'}
                <ReceiptMark />
              </>
            )}
          </span>{' '}
          {list.isShared && <Shared list={list} />}
        </>
      }
    >
      {/* Covers the card. */}
      <PageLink
        className={current ? 'button view' : 'button plain view'}
        to={listPath(list.id)}
        aria-label={words.viewListNamed(list)}
        {...(!isKept && needsConnection(words.thisList))}
      >
        {words.viewList}
      </PageLink>
      {!list.pending && <CardMenu list={list} refused={refused} />}
      {list.ownerName === undefined && (
        <ActForm
          className="delete"
          act={() => deleteListForm({ account: user.id, listID: list.id })}
          onSend={focusNeighbor}
          onRefused={(reason) => setNotDeleted(list.id, reason)}
        >
          <button
            type="submit"
            className="button icon"
            aria-label={words.deleteList(list)}
            disabled={list.pending}
            {...needsConnection(words.deletingList)}
          >
            <Icon of={Trash2} size={current ? 20 : 18} />
          </button>
        </ActForm>
      )}
      <FormError>{useNotDeleted(list.id)}</FormError>
    </CardFrame>
  )
}

/** With whom. News say so themselves. */
function Shared({ list }: { list: Card }) {
  const words = useWords(lists)
  const { news } = useWords(newRows)
  if (list.news) {
    return (
      <span className="shared news" dir="auto">
        {news(list.news)}
      </span>
    )
  }
  return (
    <span className={list.ownerName === undefined ? 'shared short' : 'shared'} dir="auto">
      {sharing(list, words)}
    </span>
  )
}

function sharing({ ownerName, sharedWith }: Card, words: typeof lists): string {
  if (sharedWith !== undefined) return words.sharedWith({ name: sharedWith })
  if (ownerName === undefined) return words.sharedWithOthers
  return ownerName === '' ? words.sharedWithoutOwner : words.sharedBy({ name: ownerName })
}

function ReceiptMark() {
  const words = useWords(lists)
  return (
    <span className="receipt-mark">
      <Icon of={Receipt} size={16} />
      <span className="visually-hidden">{words.withReceipt}</span>
    </span>
  )
}
