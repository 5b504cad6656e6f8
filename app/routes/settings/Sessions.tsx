import { useLoaderData } from '@remix-run/react'
import { plural } from '#app/messages/format.ts'
import { IntentForm } from '#app/ui/IntentForm.tsx'
import { Time } from '#app/ui/Time.tsx'
import type { loader } from './loader.server.ts'

const MAX_SHOWN = 6

export function Sessions() {
  const { sessions } = useLoaderData<typeof loader>()
  const shown = sessions.slice(0, MAX_SHOWN)
  const more = sessions.length - shown.length
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions">Where you're signed in</h2>
      <p className="lead">
        {sessions.length > 1
          ? `You're signed in on ${plural(sessions.length, 'browser')}. If you don't recognize one, sign out everywhere else and change your password.`
          : "You're signed in on this browser only."}
      </p>
      <ul className="rows">
        {shown.map(({ here, since, lastSeen }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the server keeps the sessions' ids to itself
          <li key={index}>
            <h3>{here ? 'This browser' : 'Another browser'}</h3>
            <p>
              {here ? (
                'Signed in '
              ) : (
                <>
                  Last seen <Time at={lastSeen} /> · signed in{' '}
                </>
              )}
              <Time at={since} />
            </p>
          </li>
        ))}
        {more > 0 && (
          <li>
            <p>And {more} more.</p>
          </li>
        )}
      </ul>
      <div className="choices">
        {sessions.length > 1 && (
          <IntentForm intent="sign-out-elsewhere" submit="Sign out everywhere else" variant="quiet" />
        )}
        <IntentForm intent="sign-out-everywhere" submit="Sign out everywhere" variant="quiet" />
      </div>
    </section>
  )
}
