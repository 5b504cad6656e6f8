import { plural } from '#app/messages/format.ts'
import { Dialog } from '#app/ui/Dialog.tsx'
import { discardAll } from './send.ts'

interface Props {
  count: number
  onStay(): void
  onLeave(): void
}

export function UnsentDialog({ count, onStay, onLeave }: Props) {
  const [they, them] = count === 1 ? ['It stays', 'it'] : ['They stay', 'them']
  return (
    <Dialog title={`${plural(count, 'change').toUpperCase()} NOT SENT`} closeTo="" onClose={onStay}>
      <p>
        {they} on this device until you sign in again, unless you delete {them}.
      </p>
      <div className="submits">
        <button type="button" className="button wide" onClick={onStay} data-takes-focus>
          Stay signed in
        </button>
        <button type="button" className="button quiet" onClick={onLeave}>
          Log out
        </button>
        <button type="button" className="button danger" onClick={() => void discardAll().then(onLeave)}>
          Delete and log out
        </button>
      </div>
    </Dialog>
  )
}
