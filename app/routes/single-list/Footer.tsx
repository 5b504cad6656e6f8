import { useSubmit } from '@remix-run/react'
import { Plus, ReceiptText, Trash2 } from 'lucide'
import { Icon } from '#app/ui/Icon.tsx'
import { MessageSlot } from '#app/ui/Messages.tsx'
import { ListMenu } from './ListMenu.tsx'
import type { Row } from './pending.ts'
import { Total } from './Total.tsx'
import type { DialogName } from './useDialog.ts'

interface Props {
  list: { id: string; name: string }
  rows: Row[]
  nextId: string
  hasReceipt: boolean
  onOpen(dialog: DialogName): void
}

/** In thumb reach: the total or the latest message, and the actions for the whole list. */
export function Footer({ list, rows, nextId, hasReceipt, onOpen }: Props) {
  const submit = useSubmit()
  const allDone = rows.length > 0 && rows.every((row) => row.completed)
  return (
    <footer className={allDone ? 'list-actions after-shopping' : 'list-actions'}>
      <div className="strip">
        <Total rows={rows} />
        <MessageSlot />
        <ListMenu list={list} rows={rows} nextId={nextId} onOpen={onOpen} />
      </div>
      <div className="buttons">
        <form
          method="post"
          action={`/delete-items/${list.id}`}
          onSubmit={(event) => {
            event.preventDefault()
            submit(event.currentTarget, { navigate: false, fetcherKey: `delete-items-${list.id}` })
            // This button is disabled on an empty list.
            document.querySelector<HTMLElement>('.add-item')?.focus()
          }}
        >
          <button
            type="submit"
            className="button danger"
            aria-label="Delete All"
            disabled={rows.length === 0}
          >
            <Icon of={Trash2} />
            <span className="wide-only">Delete All</span>
          </button>
        </form>
        <OpenForm listId={list.id} dialog="add" onOpen={onOpen}>
          <button type="submit" className="button wide add-item">
            <Icon of={Plus} />
            ADD ITEM
          </button>
        </OpenForm>
        <OpenForm listId={list.id} dialog="receipt" onOpen={onOpen}>
          <button type="submit" className="button quiet receipt">
            <Icon of={ReceiptText} />
            {hasReceipt ? 'VIEW RECEIPT' : 'ADD RECEIPT'}
          </button>
        </OpenForm>
      </div>
    </footer>
  )
}

interface OpenFormProps {
  listId: string
  dialog: DialogName
  onOpen(dialog: DialogName): void
  children: React.ReactNode
}

/** Without JavaScript, it loads the same page with the dialog open. */
function OpenForm({ listId, dialog, onOpen, children }: OpenFormProps) {
  return (
    <form
      action="/single-list"
      onSubmit={(event) => {
        event.preventDefault()
        onOpen(dialog)
      }}
    >
      <input type="hidden" name="listID" value={listId} />
      <input type="hidden" name="dialog" value={dialog} />
      {children}
    </form>
  )
}
