import { discardAll } from '#app/browser/discardAll.ts'
import { Dialog } from '#app/ui/Dialog.tsx'
import { waitingChanges } from '#app/words/en/waitingChanges.ts'
import { useWords } from '#app/words/useWords.ts'

interface Props {
  count: number
  onStay(): void
  onLeave(): void
}

export function UnsentDialog({ count, onStay, onLeave }: Props) {
  const words = useWords(waitingChanges)
  return (
    <Dialog title={words.unsent({ n: count })} closeTo="" onClose={onStay}>
      <p>{words.stays({ n: count })}</p>
      <div className="submits">
        <button type="button" className="button wide" onClick={onStay} data-takes-focus>
          {words.stay}
        </button>
        <button type="button" className="button quiet" onClick={onLeave}>
          {words.leave}
        </button>
        <button type="button" className="button danger" onClick={() => void discardAll().then(onLeave)}>
          {words.deleteAndLeave}
        </button>
      </div>
    </Dialog>
  )
}
