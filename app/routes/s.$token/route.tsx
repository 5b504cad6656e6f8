import type { MetaFunction, SerializeFrom } from '@remix-run/node'
import { useParams } from '@remix-run/react'
import { useEffect } from 'react'
import { forgetActs } from '#app/browser/messages.ts'
import { isUnsaved, useOutbox } from '#app/browser/outbox.ts'
import { useReload } from '#app/browser/useReload.ts'
import { useSync } from '#app/browser/useSync.ts'
import { linkPath } from '#app/protocol/paths.ts'
import { ListPage } from '#app/routes/single-list/ListPage.tsx'
import { ViewChoice } from '#app/routes/single-list/ViewChoice.tsx'
import { LanguageChoice } from '#app/ui/LanguageChoice.tsx'
import { Changes } from '#app/ui/offline/changesWhenIdle.ts'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { RouteError } from '#app/ui/RouteError.tsx'
import { list } from '#app/words/en/list.ts'
import { useWords } from '#app/words/useWords.ts'
import type { loader } from './loader.server.ts'

export { clientLoader, shouldRevalidate } from '#app/routes/single-list/pageData.ts'
export { loader } from './loader.server.ts'

export const handle: PageHandle<SerializeFrom<typeof loader> | undefined> = {
  title: (_reader, data) => (data ? `${data.list.name} · Larder` : 'Larder'),
}

export const meta: MetaFunction = () => [{ name: 'robots', content: 'noindex, nofollow' }]

export default function GuestPage() {
  const { token } = useParams()
  return (
    <ListPage
      foot={
        <>
          <ViewChoice className="button plain" />
          <LanguageChoice action={`${linkPath(token)}/language`} />
        </>
      }
    />
  )
}

/** The link may have ended while changes were waiting here. */
export function ErrorBoundary() {
  const words = useWords(list)
  const { token = '' } = useParams()
  useSync(linkPath(token))
  const { entries } = useOutbox()
  const reload = useReload()
  useEffect(() => {
    // An Undo would be refused.
    forgetActs()
    // Remix repeats the failure that came with the document once, without asking the server.
    void reload()
  }, [reload])
  return (
    <RouteError>
      {entries.some(isUnsaved) && (
        <section className="unsaved">
          <h2>{words.changesHere}</h2>
          <Changes />
        </section>
      )}
    </RouteError>
  )
}
