import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listFor } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { formData } from '#app/http/in/forms.ts'
import { passHeaders } from '#app/http/out/failures.ts'
import { quickAddAction } from '#app/http/quickAdd.ts'
import { listPath } from '#app/protocol/paths.ts'
import { NavBar } from '#app/ui/NavBar.tsx'
import { PasteOrCheck } from './PasteOrCheck.tsx'

export { keepingLines as clientAction, unlessPosted as shouldRevalidate } from './keepingLines.ts'

export const meta: MetaFunction = () => [{ title: 'Paste a list · Larder' }]
export const headers = passHeaders

const listIdIn = (request: Request) => new URL(request.url).searchParams.get('listID') ?? undefined

/** A page for pasting a list. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await requireUser(services, request)
  const { id, name, createdBy } = await listFor(services.db, user, listIdIn(request), 'edit')
  return { list: { id, name, createdBy }, userId: user.id, nextId: newId() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireUser(context.services, request)
  const listId = listIdIn(request)
  const target = { actor, listId, home: listPath(listId ?? '') }
  return quickAddAction(context, await formData(context), target)
}

export default function QuickAdd() {
  const { list, userId, nextId } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <>
      <NavBar page={{ title: list.name, ownerId: list.createdBy, userId }} />
      <main className="page share-target">
        <PasteOrCheck nextId={nextId} home={listPath(list.id)} result={result} />
      </main>
    </>
  )
}
