import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { newId } from '#app/domain/ids.ts'
import { Choose } from '#app/domain/inputs.ts'
import { itemFor } from '#app/domain/items/findItem.ts'
import { moveItem } from '#app/domain/lists/move.ts'
import { otherLists } from '#app/domain/lists/otherLists.ts'
import { parse } from '#app/domain/parse.ts'
import { formOp } from '#app/domain/write.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { listIdIn, listPath } from '#app/protocol/paths.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import { ChooseList } from '#app/ui/ChooseList.tsx'
import { NavBar } from '#app/ui/NavBar.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { move } from '#app/words/en/move.ts'
import { movedText } from '#app/words/moved.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, move).title} · Larder` }

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const { item, list } = await itemFor(services.db, user, params.id, 'editAll')
  return {
    list: { id: list.id, name: list.name },
    name: item.name,
    lists: await otherLists(services, user, list.id),
    nextId: newId(),
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  // In the language of the account.
  const { reader } = context
  const form = await readForm(context)
  try {
    const { id, to } = parse(Choose, form)
    const op = formOp(services, user, id, 'move', [params.id, to])
    const result = await moveItem(services, user, { itemId: params.id, listId: to }, op)
    const message = { kind: 'success', text: movedText(reader, result) } as const
    return redirectWith(context, listPath(listIdIn(new URL(request.url).search)), {
      message: { ...message, ...(result.change && { change: result.change }) },
    })
  } catch (error) {
    return refusedHere(context, error, form)
  }
}

export default function MovePage() {
  const words = useWords(move)
  const data = useLoaderData<typeof loader>()
  const refusal = refusalOf(useActionData<typeof action>())
  return (
    <>
      <NavBar page={{ title: data.list.name, subtitle: words.title, listId: data.list.id }} />
      <main className="page">
        <ChooseList
          what={words.moveWhat({ name: data.name })}
          lists={data.lists}
          nextId={data.nextId}
          home={listPath(data.list.id)}
          error={refusal?.message}
        />
      </main>
    </>
  )
}
