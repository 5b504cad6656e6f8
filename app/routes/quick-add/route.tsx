import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isGuest, listFor } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { actorReading } from '#app/http/in/auth.ts'
import { GuestBar, NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { currencyOf } from '#app/words/currencies.ts'
import { addLines } from '#app/words/en/addLines.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'
import type { action } from './action.server.ts'
import { PasteOrCheck } from './PasteOrCheck.tsx'

export { passHeaders as headers } from '#app/http/out/replies.ts'
export { unlessPosted as shouldRevalidate } from '#app/ui/browser/shouldRevalidate.ts'
export { action } from './action.server.ts'
export { keepingLines as clientAction } from './keepingLines.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, addLines).pasteAList} · Larder` }

export const meta: MetaFunction = ({ params }) => [
  ...(params.token === undefined ? [] : [{ name: 'robots', content: 'noindex, nofollow' }]),
]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, listId, home } = await actorReading(args)
  const { name, createdBy, currency } = await listFor(args.context.services.db, actor, listId, 'edit')
  const guest = isGuest(actor) ? (actor.name ?? '') : undefined
  const account = isGuest(actor) ? undefined : { ownerId: createdBy, userId: actor.id }
  return { name, home, guest, account, nextId: newId(), currency: currencyOf(currency) }
}

export default function QuickAdd() {
  const words = useWords(addLines)
  const { name, home, guest, account, nextId, currency } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const title = { title: name, subtitle: words.pasteAList }
  return (
    <>
      {account ? <NavBar page={{ ...title, ...account }} /> : <GuestBar {...title} />}
      <main className="page share-target">
        <PasteOrCheck nextId={nextId} home={home} guest={guest} currency={currency} result={result} />
      </main>
    </>
  )
}
