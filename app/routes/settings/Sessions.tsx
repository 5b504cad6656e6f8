import { useLoaderData } from '@remix-run/react'
import { IntentForm } from '#app/ui/IntentForm.tsx'
import { Time } from '#app/ui/Time.tsx'
import { settings } from '#app/words/en/settings.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'

const MAX_SHOWN = 3

export function Sessions() {
  const words = useWords(settings)
  const { sessions } = useLoaderData<typeof loader>()
  const shown = sessions.slice(0, MAX_SHOWN)
  const more = sessions.length - shown.length
  return (
    <section aria-label={words.whereSignedIn}>
      <p className="lead">
        {sessions.length > 1 ? words.signedInOn({ n: sessions.length }) : words.signedInHere}
      </p>
      <ul className="rows">
        {shown.map(({ here, since, lastSeen }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the server keeps the sessions' ids to itself
          <li key={index}>
            <h3>{here ? words.thisBrowser : words.anotherBrowser}</h3>
            <p>
              {here
                ? words.signedIn({ since: <Time at={since} /> })
                : words.lastSeen({ at: <Time at={lastSeen} />, since: <Time at={since} /> })}
            </p>
          </li>
        ))}
        {more > 0 && (
          <li>
            <p>{words.moreSessions({ n: more })}</p>
          </li>
        )}
      </ul>
      <div className="choices">
        {sessions.length > 1 && (
          <IntentForm intent="sign-out-elsewhere" submit={words.signOutElsewhere} variant="quiet" />
        )}
        <IntentForm intent="sign-out-everywhere" submit={words.signOutEverywhere} variant="quiet" />
      </div>
    </section>
  )
}
