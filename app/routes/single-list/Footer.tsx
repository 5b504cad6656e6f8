import { Link, useSubmit } from '@remix-run/react'
import { Plus, ReceiptText, Trash2 } from 'lucide'
import type { ComponentProps } from 'react'
import { deleteAll } from '#app/acts/listActs.ts'
import type { Row } from '#app/acts/row.ts'
import { sentAt } from '#app/offline/page/pageCache.ts'
import { ReachStatus } from '#app/offline/page/ReachStatus.tsx'
import { useNeedsConnection } from '#app/offline/page/useNeedsConnection.ts'
import { HiddenFields } from '#app/ui/HiddenFields.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { MessageSlot } from '#app/ui/Messages.tsx'
import { ListMenu } from './ListMenu.tsx'
import { QuickAdd } from './QuickAdd.tsx'
import { Total } from './Total.tsx'
import type { DialogName } from './useListDialogs.ts'

interface Props {
  list: { id: string; name: string }
  rows: Row[]
  nextId: string
  hasReceipt: boolean
  quickAdd: Omit<ComponentProps<typeof QuickAdd>, 'rows' | 'nextId'>
  data: object
  onOpen(dialog: DialogName): void
}

const FEW = 6

/** In thumb reach: the total or the latest message, and the actions for the whole list. */
export function Footer({ list, rows, nextId, hasReceipt, quickAdd, data, onOpen }: Props) {
  const access = useListAccess()
  const needsConnection = useNeedsConnection()
  const { may } = access
  const allDone = rows.length > 0 && rows.every((row) => row.completed)
  // Chips only take the place of rows while somebody adds.
  const isRoomy = rows.length < FEW
  const showsReceipt = may('editAll') || (may('seeAll') && hasReceipt)
  return (
    <footer
      className={['list-actions', allDone && 'after-shopping', isRoomy && 'roomy'].filter(Boolean).join(' ')}
    >
      <ReachStatus name={list.name} data={data} onOpen={() => onOpen('changes')} />
      <div className="strip">
        <Total rows={rows} at={sentAt(data)} />
        <MessageSlot />
        {may('seeAll') ? (
          <ListMenu list={list} rows={rows} nextId={nextId} onOpen={onOpen} />
        ) : (
          may('edit') && (
            <Link className="button plain paste" to={access.quickAdd}>
              Paste a list
            </Link>
          )
        )}
      </div>
      {may('edit') && <QuickAdd {...quickAdd} rows={rows} nextId={nextId} />}
      {(may('edit') || showsReceipt) && (
        <div className="buttons">
          {may('editAll') && <DeleteAll listId={list.id} disabled={rows.length === 0} />}
          {may('edit') && (
            <OpenForm dialog="add" onOpen={onOpen}>
              <button type="submit" className="button plain wide add-item">
                <Icon of={Plus} />
                ADD ITEM
              </button>
            </OpenForm>
          )}
          {showsReceipt && (
            <OpenForm dialog="receipt" onOpen={onOpen}>
              <button
                type="submit"
                className="button quiet receipt"
                {...needsConnection(hasReceipt ? 'Viewing the receipt' : 'Adding a receipt')}
              >
                <Icon of={ReceiptText} />
                {hasReceipt ? 'VIEW RECEIPT' : 'ADD RECEIPT'}
              </button>
            </OpenForm>
          )}
        </div>
      )}
    </footer>
  )
}

function DeleteAll({ listId, disabled }: { listId: string; disabled: boolean }) {
  const submit = useSubmit()
  const needsConnection = useNeedsConnection()
  return (
    <form
      method="post"
      action={deleteAll.path(listId)}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget, { navigate: false, fetcherKey: `delete-items-${listId}` })
        // This button is disabled on an empty list.
        document.querySelector<HTMLElement>('.add-item')?.focus()
      }}
    >
      <button
        type="submit"
        className="button danger"
        aria-label="Delete All"
        disabled={disabled}
        {...needsConnection('Delete All')}
      >
        <Icon of={Trash2} />
        <span className="wide-only">Delete All</span>
      </button>
    </form>
  )
}

interface OpenFormProps {
  dialog: DialogName
  onOpen(dialog: DialogName): void
  children: React.ReactNode
}

/** Without JavaScript, it loads the same page with the dialog open. */
function OpenForm({ dialog, onOpen, children }: OpenFormProps) {
  const [action, query] = useListAccess().home.split('?')
  return (
    <form
      action={action}
      onSubmit={(event) => {
        event.preventDefault()
        onOpen(dialog)
      }}
    >
      <HiddenFields of={Object.fromEntries(new URLSearchParams(query))} />
      <input type="hidden" name="dialog" value={dialog} />
      {children}
    </form>
  )
}
