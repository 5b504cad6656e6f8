import type { ReactNode } from 'react'
import { HiddenFields } from '#app/ui/HiddenFields.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import type { DialogName } from './useListDialogs.ts'

export interface OpenProps {
  dialog: DialogName
  onOpen(dialog: DialogName): void
  children: ReactNode
}

/** Without JavaScript, it loads the same page with the dialog open. */
export function OpenForm({ dialog, onOpen, children }: OpenProps) {
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
