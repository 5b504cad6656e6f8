import { Form, useLoaderData } from '@remix-run/react'
import { IntentForm, useIsPending } from '#app/ui/IntentForm.tsx'
import { Switch } from '#app/ui/Switch.tsx'
import type { loader } from './loader.server.ts'

export function SharedLists() {
  const { showsSeen: on, sharers } = useLoaderData<typeof loader>()
  return (
    <section className="card" aria-labelledby="sharing">
      <h2 id="sharing">Shared lists</h2>
      <p className="lead">
        On a shared list, members see who has the latest changes: “Ben has everything up to 10:42.” If you
        turn this off, nobody sees how far you have read.
      </p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="seen" />
        <input type="hidden" name="seen" value={on ? 'off' : 'on'} />
        <Switch on={on} disabled={useIsPending('seen')}>
          Show others what I've seen
        </Switch>
      </Form>
      {sharers.length > 0 && (
        <ul className="rows" aria-label="People who share all new lists with you">
          {sharers.map(({ id, name, role }) => (
            <li key={id}>
              <h3>
                <span dir="auto">{name}</span> shares all new lists with you.
              </h3>
              <p>You {role === 'editor' ? 'can edit them' : 'can view them'}.</p>
              <IntentForm
                intent="stop-sharing"
                fields={{ userID: id }}
                submit="Stop"
                label={`Stop new lists of ${name}`}
                variant="quiet"
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
