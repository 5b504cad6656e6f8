import { type ComponentProps, useEffect, useState } from 'react'
import type { Row } from '#app/acts/row.ts'
import { useListAccess } from '#app/ui/listAccess.ts'
import { ItemDialog } from './ItemDialog.tsx'
import type { DialogName } from './useDialog.ts'

interface Props extends Omit<ComponentProps<typeof ItemDialog>, 'item'> {
  dialog: DialogName | null
  itemId: string | null
  items: Row[]
}

/** ADD ITEM or EDIT ITEM, if the page's URL says so. */
export function ItemDialogs({ dialog, itemId, items, ...props }: Props) {
  if (!useListAccess().may('edit')) return null
  if (dialog === 'add') return <ItemDialog key="add" {...props} />
  if (dialog !== 'edit' || !itemId) return null
  return <EditDialog key={itemId} {...props} item={items.find((row) => row.id === itemId)} />
}

/** Stays open if someone else deletes the item. A URL with an unknown item opens nothing. */
function EditDialog(props: ComponentProps<typeof ItemDialog>) {
  const [item] = useState(props.item)
  return item && <ItemDialog {...props} item={item} />
}

/** Returns a function that scrolls to a row and highlights it, once the dialog in front of it is closed. */
export function useRowToShow(isVisible: boolean) {
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (!id || !isVisible) return
    const row = document.getElementById(`item-${id}`)
    row?.scrollIntoView({ block: 'nearest' })
    row?.classList.add('highlighted')
    setId(undefined)
  }, [id, isVisible])
  return setId
}
