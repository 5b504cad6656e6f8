import { Dialog } from '#app/ui/Dialog.tsx'
import { keys as texts } from '#app/words/en/keys.ts'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'

export function KeysDialog({ closeTo, onClose }: { closeTo: string; onClose(): void }) {
  const words = useWords(texts)
  const keys = [
    ['n', words.newItem],
    ['/', words.searchMany],
    ['↑ ↓', words.fromItemToItem],
    [words.space, words.tick],
    ['u', words.undo],
    ['Alt T', words.goToMessage],
    ['?', words.showShortcuts],
  ]
  return (
    <Dialog title={useWords(list).shortcuts} closeTo={closeTo} onClose={onClose}>
      <dl className="keys">
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
