import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { Message } from '#app/domain/flashes.ts'
import { newId } from '#app/domain/ids.ts'
import { namesOfLists } from '#app/domain/lists/ownLists.ts'
import { currencyOf } from '#app/domain/locale/currencies.ts'
import { DEFAULT_CURRENCY } from '#app/domain/locale/currency.ts'
import { parse } from '#app/domain/parse.ts'
import { AddShared, addShared, readShared } from '#app/domain/quickAdd/shareTarget.ts'
import { formOp } from '#app/domain/write.ts'
import { currentUser } from '#app/http/in/auth.ts'
import { checkedLines, formData } from '#app/http/in/body.ts'
import { queuePage } from '#app/http/out/queuePage.ts'
import { redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { listPath, loginToShare, sharedIn } from '#app/protocol/paths.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { acts } from '#app/words/en/acts.ts'
import { addLines } from '#app/words/en/addLines.ts'
import { linesToCheck } from '#app/words/linesToCheck.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'
import { ShareForm } from './ShareForm.tsx'
import { WriteForm } from './WriteForm.tsx'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, addLines).addToAList} · Larder` }

/** Other apps share text here (Web Share Target). Nothing is added before the form is submitted. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const search = new URL(request.url).searchParams
  const user = await currentUser(context, request)
  if (!user) throw redirectToLogin(search)
  await queuePage(context, user)
  const lists = await namesOfLists(services, user)
  const currency = currencyOf(context.reader.currency ?? DEFAULT_CURRENCY)
  const read = readShared(sharedIn(search, 'text'), currency)
  const items = read.items.length > 0 ? linesToCheck(context.reader, read) : []
  return {
    user: { id: user.id },
    lists: lists.map(({ id, name, currency }) => ({ id, name, currency: currencyOf(currency) })),
    currency,
    nextId: newId(),
    shared: { items, hasMore: read.hasMore },
    came: search.has('text') || search.has('title') || search.has('url'),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await currentUser(context, request)
  if (!user) throw redirectToLogin(new URL(request.url).searchParams)
  const form = await formData(context)
  const { lines, typed: typedLines } = checkedLines(form)
  const { id, listID, newList } = Object.fromEntries(form)
  try {
    const input = parse(AddShared, { id, listID, newList, lines })
    const op = formOp(services, user, input.id, 'share', input)
    const list = await addShared(services, user, { ...input, currency: context.reader.currency }, op)
    const text = wordsOf(context.reader, acts).addedTo({ n: lines.length, list: list.name })
    const message: Message = { kind: 'success', text, ...(list.change && { change: list.change }) }
    return redirectWith(context, listPath(list.id), { message })
  } catch (error) {
    const typed = { listID: String(listID ?? ''), newList: String(newList ?? ''), ...typedLines }
    return refusedHere(context, error, typed)
  }
}

function redirectToLogin(search: URLSearchParams) {
  const shared = sharedIn(search, 'text')
  return redirect(shared.text || shared.title ? loginToShare(shared) : '/landing', 303)
}

export default function ShareTarget() {
  const words = useWords(addLines)
  const { user, lists, currency, nextId, shared, came } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <>
      <NavBar page={{ title: words.addToAList, ownerId: user.id }} />
      <main className="page share-target">
        {shared.items.length > 0 ? (
          <ShareForm
            lists={lists}
            currency={currency}
            nextId={nextId}
            shared={shared}
            message={result?.message}
            refusal={refusalOf(result)}
          />
        ) : (
          <WriteForm came={came} />
        )}
      </main>
    </>
  )
}
