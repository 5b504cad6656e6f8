import { useSubmit } from '@remix-run/react'
import { Plus, ReceiptText, Trash2 } from 'lucide'
import { Icon } from '#app/ui/Icon.tsx'

interface Props {
  listId: string
  empty: boolean
  hasReceipt: boolean
  onAdd(): void
  onReceipt(): void
}

/** The actions for the whole list, in thumb reach. */
export function Footer({ listId, empty, hasReceipt, onAdd, onReceipt }: Props) {
  const submit = useSubmit()
  return (
    <footer className="list-actions">
      <div>
        <form
          method="post"
          action={`/delete-items/${listId}`}
          onSubmit={(event) => {
            event.preventDefault()
            submit(event.currentTarget, { navigate: false, fetcherKey: `delete-items-${listId}` })
          }}
        >
          <button type="submit" className="button danger" aria-label="Delete All" disabled={empty}>
            <Icon of={Trash2} />
            <span className="wide-only">Delete All</span>
          </button>
        </form>
        {/* Without JavaScript, these load the same page with the dialog open. */}
        <form
          action="/single-list"
          onSubmit={(event) => {
            event.preventDefault()
            onAdd()
          }}
        >
          <input type="hidden" name="listID" value={listId} />
          <input type="hidden" name="dialog" value="add" />
          <button type="submit" className="button wide add-item">
            <Icon of={Plus} />
            ADD ITEM
          </button>
        </form>
        <form
          action="/single-list"
          onSubmit={(event) => {
            event.preventDefault()
            onReceipt()
          }}
        >
          <input type="hidden" name="listID" value={listId} />
          <input type="hidden" name="dialog" value="receipt" />
          <button type="submit" className="button quiet">
            <Icon of={ReceiptText} />
            {hasReceipt ? 'VIEW RECEIPT' : 'ADD RECEIPT'}
          </button>
        </form>
      </div>
    </footer>
  )
}
