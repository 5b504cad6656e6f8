import { Form, Link, useLoaderData } from '@remix-run/react'
import { HOUSEHOLD } from '#app/protocol/paths.ts'
import { useIsPending } from '#app/ui/IntentForm.tsx'
import { Switch } from '#app/ui/Switch.tsx'
import { settings } from '#app/words/en/settings.ts'
import { sharing } from '#app/words/en/sharing.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'

export function SharedLists() {
  const words = useWords(settings)
  const { showsSeen: on } = useLoaderData<typeof loader>()
  return (
    <section className="card" aria-labelledby="sharing">
      <h2 id="sharing">{words.sharedLists}</h2>
      <p className="lead">{words.whoHasSeen}</p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="seen" />
        <input type="hidden" name="seen" value={on ? 'off' : 'on'} />
        <Switch on={on} disabled={useIsPending('seen')}>
          {words.showSeen}
        </Switch>
      </Form>
      <p className="choices">
        <Link className="button quiet" to={HOUSEHOLD}>
          {useWords(sharing).household}
        </Link>
      </p>
    </section>
  )
}
