import { Dialog } from '#app/ui/Dialog.tsx'
import { loadedWhenIdle } from '#app/ui/loadedWhenIdle.ts'
import { offline } from '#app/words/en/offline.ts'
import { useWords } from '#app/words/useWords.ts'
import { isUnsaved, useOutbox } from './outbox.ts'

export const Changes = loadedWhenIdle(async () => (await import('./Changes.tsx')).Changes)

export function ChangesDialog({ closeTo, onClose }: { closeTo: string; onClose(): void }) {
  const words = useWords(offline)
  const { entries, isRead } = useOutbox()
  return (
    <Dialog title={words.changes} closeTo={closeTo} onClose={onClose}>
      {isRead && !entries.some(isUnsaved) && <p>{words.saved}</p>}
      <Changes />
    </Dialog>
  )
}
