import type { SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { useListEvents } from '#app/browser/useListEvents.ts'
import { listPath } from '#app/protocol/paths.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import { useMessage } from '#app/ui/AccountForm.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { sharing } from '#app/words/en/sharing.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'
import type { action } from './action.server.ts'
import { Leave, Offered, OfferToYou } from './HandOver.tsx'
import type { loader } from './loader.server.ts'
import { People } from './People.tsx'
import { ShareForm } from './ShareForm.tsx'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { unlessRefused as shouldRevalidate } from '#app/browser/shouldRevalidate.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'
export { action } from './action.server.ts'
export { loader } from './loader.server.ts'

export const handle: PageHandle<SerializeFrom<typeof loader> | undefined> = {
  title: (reader, data) => (data ? `${wordsOf(reader, sharing).tab(data.list)} · Larder` : 'Larder'),
}

export default function Sharing() {
  const { user, list, people, offer, owner } = useLoaderData<typeof loader>()
  const words = useWords(sharing)
  const result = useActionData<typeof action>()
  const refusal = refusalOf(result)
  // Only a label that is too long is shown at its field.
  const unshown = useMemo(
    () => (refusal && !refusal.fields?.label ? { ok: false, message: refusal.message } : undefined),
    [refusal],
  )
  const message = useMessage(unshown ?? result)
  useListEvents({ ...list, leaveTo: listPath(list.id) })
  const ownerName = people.find(({ role }) => role === 'owner')?.name
  return (
    <>
      <NavBar page={{ title: list.name, subtitle: words.sharing, listId: list.id }} message={message} />
      <main className="page settings sharing">
        {offer?.to === user.id && <OfferToYou owner={ownerName} until={offer.until} />}
        {owner && offer && <Offered to={offer.name} />}
        <section className="card" aria-label={words.sharing}>
          {people.length > (owner ? 1 : 0) && <People />}
          {owner && <ShareForm owner={owner} />}
        </section>
        {!owner && <Leave owner={ownerName} />}
      </main>
    </>
  )
}
