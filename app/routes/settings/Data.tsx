import { Form, Link, useLoaderData } from '@remix-run/react'
import {
  KEEP_OFFLINE_LISTS_FOR,
  LISTS_KEPT_AHEAD,
  MAX_OFFLINE_LISTS,
} from '#app/domain/limitsAndLifetimes.ts'
import { REMEMBERED } from '#app/protocol/paths.ts'
import { useIsPending } from '#app/ui/IntentForm.tsx'
import { Switch } from '#app/ui/Switch.tsx'
import { settings } from '#app/words/en/settings.ts'
import { days } from '#app/words/format.ts'
import { useReader, useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'
import { Part } from './Part.tsx'

export function Data({ open }: { open: boolean }) {
  const words = useWords(settings)
  const reader = useReader()
  const { showsSeen, storage } = useLoaderData<typeof loader>()
  return (
    <Part title={words.yourData} open={open}>
      <p className="lead">{words.dataAsZip({ storage })}</p>
      <p className="choices">
        <a className="button quiet" href="/settings/export" download>
          {words.downloadData}
        </a>
        <Link className="button quiet" to={REMEMBERED}>
          {words.showRemembered}
        </Link>
        <Link className="button danger" to="/settings/delete-account">
          {words.deleteMyAccount}
        </Link>
      </p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="seen" />
        <input type="hidden" name="seen" value={showsSeen ? 'off' : 'on'} />
        <Switch on={showsSeen} disabled={useIsPending('seen')}>
          {words.showSeen}
        </Switch>
      </Form>
      <p className="lead">
        {words.keptLists({
          ahead: LISTS_KEPT_AHEAD,
          most: MAX_OFFLINE_LISTS,
          keptFor: days(reader, KEEP_OFFLINE_LISTS_FOR),
        })}
      </p>
    </Part>
  )
}
