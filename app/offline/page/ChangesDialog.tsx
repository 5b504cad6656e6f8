import { Dialog } from '#app/ui/Dialog.tsx'
import { loadedWhenIdle } from '#app/ui/loadedWhenIdle.ts'
import { isUnsaved, useOutbox } from './outbox.ts'

export const Changes = loadedWhenIdle(async () => (await import('./Changes.tsx')).Changes)

export function ChangesDialog({ closeTo, onClose }: { closeTo: string; onClose(): void }) {
  const { entries, isRead } = useOutbox()
  return (
    <Dialog title="CHANGES ON THIS DEVICE" closeTo={closeTo} onClose={onClose}>
      {isRead && !entries.some(isUnsaved) && <p>All changes are saved.</p>}
      <Changes />
    </Dialog>
  )
}
