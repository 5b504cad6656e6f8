import { type ComponentProps, useState } from 'react'
import type { Row } from '#app/acts/row.ts'
import { useListAccess } from '#app/ui/listAccess.ts'
import { ChangesDialog } from '#app/ui/offline/changesWhenIdle.ts'
import { FinishDialog } from './FinishDialog.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { useAccountData } from './pageData.ts'
import { ReceiptDialog } from './ReceiptDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { TextDialog } from './TextDialog.tsx'
import type { ListDialogs } from './useListDialogs.ts'

interface Props {
  rows: Row[]
  dialogs: ListDialogs
  onDone(itemId: string): void
}

/** The dialog in the page's URL, for those who may use it. */
export function ListDialog({ rows, dialogs: { dialog, itemId, draft, close }, onDone }: Props) {
  const { may, home } = useListAccess()
  const item = { draft, onDone, onClose: close }
  const receipt = useAccountData()?.receipt
  switch (dialog) {
    case 'add':
      return may('edit') && <ItemDialog key="add" {...item} />
    case 'edit':
      if (!may('edit') || !itemId) return null
      return (
        <EditDialog
          key={itemId}
          {...item}
          item={rows.find(({ id }) => id === itemId)}
          wantsPrice={rows.some(({ priceCents }) => priceCents > 0)}
        />
      )
    case 'receipt':
      if (!may('editAll') && !receipt) return null
      return <ReceiptDialog isRefused={draft !== undefined} onClose={close} />
    case 'rename':
      return may('own') && <RenameDialog draft={draft} onClose={close} />
    case 'finish':
      return may('editAll') && <FinishDialog rows={rows} onClose={close} />
    case 'text':
      return may('seeAll') && <TextDialog rows={rows} onClose={close} />
    case 'keys':
      return may('seeAll') && <KeysDialog closeTo={home} onClose={close} />
    case 'changes':
      return <ChangesDialog closeTo={home} onClose={close} />
    default:
      return null
  }
}

/** Stays open if someone else deletes the item. A URL with an unknown item opens nothing. */
function EditDialog(props: ComponentProps<typeof ItemDialog>) {
  // Prices that others add meanwhile don't move the focus, either.
  const [{ item, wantsPrice }] = useState(props)
  return item && <ItemDialog {...props} item={item} wantsPrice={wantsPrice} />
}
