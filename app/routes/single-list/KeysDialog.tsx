import { Dialog } from '#app/ui/Dialog.tsx'

const KEYS = [
  ['n', 'New item'],
  ['/', 'Search your lists, if you have more than ten'],
  ['↑ ↓', 'Go from item to item'],
  ['Space', 'Tick the item, or untick it'],
  ['u', 'Undo'],
  ['Alt T', 'Go to the message'],
  ['?', 'Show these shortcuts'],
]

export function KeysDialog({ closeTo, onClose }: { closeTo: string; onClose(): void }) {
  return (
    <Dialog title="KEYBOARD SHORTCUTS" closeTo={closeTo} onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([key, text]) => (
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
