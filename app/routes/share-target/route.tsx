import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { newId } from '#app/domain/ids.ts'
import { hasMany, listsOf } from '#app/domain/lists.ts'
import { AddShared, readShared, sharedText } from '#app/domain/sharedText.ts'
import { addShared } from '#app/domain/shareTarget.ts'
import { passHeaders } from '#app/http/errors.ts'
import { formData, parse } from '#app/http/forms.ts'
import { takeTurnFor } from '#app/http/heavyPage.ts'
import { redirectWith, refusedHere } from '#app/http/replies.ts'
import { currentUser } from '#app/http/session.ts'
import { NavBar } from '#app/ui/NavBar.tsx'
import { catchNetworkError } from '#app/ui/networkError.ts'
import { listPath, loginToShare } from '#app/ui/paths.ts'
import { refusalOf } from '#app/ui/reply.ts'
import { ShareForm } from './ShareForm.tsx'
import { WriteForm } from './WriteForm.tsx'

export const meta: MetaFunction = () => [{ title: 'Add to a list · Larder' }]
export const headers = passHeaders

/** Where other apps share text to. It only shows what came: nothing is added before the form is sent. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const search = new URL(request.url).searchParams
  const text = sharedText(search)
  const user = await currentUser(services, request)
  if (!user) throw signInFirst(text)
  if (hasMany(services, user)) await takeTurnFor(context, user)
  const lists = await listsOf(services, user)
  return {
    user: { id: user.id },
    lists: lists.map(({ id, name }) => ({ id, name })),
    // So that a form that is sent twice adds once.
    nextId: newId(),
    shared: readShared(text),
    came: search.has('text') || search.has('title') || search.has('url'),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await currentUser(services, request)
  if (!user) throw signInFirst(sharedText(new URL(request.url).searchParams))
  const form = await formData(request)
  const lines = form.getAll('line').filter((line) => typeof line === 'string')
  const { id, listID, newList } = Object.fromEntries(form)
  try {
    const list = await addShared(services, user, parse(AddShared, { id, listID, newList, lines }))
    const what = lines.length === 1 ? 'One item' : `${lines.length} items`
    const text = `${what} added to ${list.name}.`
    return redirectWith(context, listPath(list.id), { message: { kind: 'success', text } })
  } catch (error) {
    const typed = { listID: String(listID ?? ''), newList: String(newList ?? ''), lines: lines.join('\n') }
    return refusedHere(context, error, typed)
  }
}

function signInFirst(text: string) {
  return redirect(text ? loginToShare(text) : '/landing', 303)
}

export const clientAction = catchNetworkError

export default function Share() {
  const { user, lists, nextId, shared, came } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <NavBar list={{ name: 'Add to a list', createdBy: user.id }} />
      <main className="page share">
        {shared.items.length > 0 ? (
          <ShareForm
            lists={lists}
            nextId={nextId}
            shared={shared}
            message={answer?.message}
            refusal={refusalOf(answer)}
          />
        ) : (
          <WriteForm came={came} />
        )}
      </main>
    </>
  )
}
