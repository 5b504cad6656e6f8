import { Form, useSubmit } from '@remix-run/react'
import { LogOut } from 'lucide'
import { type FormEvent, useState } from 'react'
import { plural } from '#app/messages/format.ts'
import { Dialog } from '#app/ui/Dialog.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { discardAll, ownEntries } from './outbox.ts'
import { useNeedsConnection } from './useNeedsConnection.ts'

/** Asks first if changes would stay behind. */
export function Logout() {
  const submit = useSubmit()
  const needsConnection = useNeedsConnection()
  const [waiting, setWaiting] = useState(0)

  const leave = () => submit(null, { method: 'post', action: '/logout' })

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const { length } = await ownEntries()
    if (length === 0) return leave()
    setWaiting(length)
  }

  async function discardAndLeave() {
    await discardAll()
    leave()
  }

  return (
    <>
      <Form method="post" action="/logout" onSubmit={onSubmit}>
        <button
          type="submit"
          className="button icon logout"
          aria-label="Logout"
          {...needsConnection('Logging out')}
        >
          <Icon of={LogOut} />
          <span>Logout</span>
        </button>
      </Form>
      {waiting > 0 && (
        <Dialog
          title={`${plural(waiting, 'change').toUpperCase()} NOT SENT`}
          closeTo=""
          onClose={() => setWaiting(0)}
        >
          <p>
            {waiting === 1 ? 'It stays' : 'They stay'} on this phone until you sign in again, unless you
            delete {waiting === 1 ? 'it' : 'them'}.
          </p>
          <div className="submits">
            <button type="button" className="button wide" onClick={() => setWaiting(0)} data-takes-focus>
              STAY SIGNED IN
            </button>
            <button type="button" className="button quiet" onClick={leave}>
              Log out
            </button>
            <button type="button" className="button danger" onClick={() => void discardAndLeave()}>
              Delete and log out
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
