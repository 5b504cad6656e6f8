import { LogOut } from 'lucide'
import { type FormEvent, useRef, useState } from 'react'
import { plural } from '#app/messages/format.ts'
import { toast } from '#app/ui/browser/messages.ts'
import { Dialog } from '#app/ui/Dialog.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { forgetUser } from './pageCache.ts'
import { probe, serverReachable } from './serverReachable.ts'
import { discardAll, ownEntries } from './takeBack.ts'
import { needsConnection, useNeedsConnection } from './useNeedsConnection.ts'

const NAME = 'Logging out'

export function Logout() {
  const form = useRef<HTMLFormElement>(null)
  const ifReachable = useNeedsConnection()
  const [waiting, setWaiting] = useState(0)

  /** Loads a new document, so that nothing of this one stays in memory. */
  async function leave() {
    await probe()
    if (!serverReachable()) return toast.info(needsConnection(NAME))
    forgetUser()
    form.current?.submit()
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const { length } = await ownEntries()
    if (length > 0) setWaiting(length)
    else await leave()
  }

  return (
    <>
      <form ref={form} method="post" action="/logout" onSubmit={onSubmit}>
        <button type="submit" className="button icon logout" aria-label="Logout" {...ifReachable(NAME)}>
          <Icon of={LogOut} />
          <span>Logout</span>
        </button>
      </form>
      {waiting > 0 && (
        <Dialog
          title={`${plural(waiting, 'change').toUpperCase()} NOT SENT`}
          closeTo=""
          onClose={() => setWaiting(0)}
        >
          <p>
            {waiting === 1 ? 'It stays' : 'They stay'} on this device until you sign in again, unless you
            delete {waiting === 1 ? 'it' : 'them'}.
          </p>
          <div className="submits">
            <button type="button" className="button wide" onClick={() => setWaiting(0)} data-takes-focus>
              Stay signed in
            </button>
            <button type="button" className="button quiet" onClick={() => void leave()}>
              Log out
            </button>
            <button type="button" className="button danger" onClick={() => void discardAll().then(leave)}>
              Delete and log out
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
