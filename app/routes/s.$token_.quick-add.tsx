import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireRight } from '#app/domain/access/access.ts'
import { newId } from '#app/domain/ids.ts'
import { guestAction, listOfGuest, requireGuest } from '#app/http/in/guests.ts'
import { passHeaders } from '#app/http/out/failures.ts'
import { quickAddAction } from '#app/http/quickAdd.ts'
import { linkPath } from '#app/protocol/paths.ts'
import { PasteOrCheck } from './quick-add/PasteOrCheck.tsx'
import { GuestBar } from './s.$token/GuestBar.tsx'

export { keepingLines as clientAction, unlessPosted as shouldRevalidate } from './quick-add/keepingLines.ts'

export const meta: MetaFunction = () => [
  { title: 'Paste a list · Larder' },
  { name: 'robots', content: 'noindex, nofollow' },
]
export const headers = passHeaders

/** A page for pasting a list, for people without an account. */
export async function loader({ request, params: { token = '' }, context }: LoaderFunctionArgs) {
  const guest = await requireGuest(context, request, token)
  const { name, role } = await listOfGuest(context, guest)
  requireRight(role, 'edit')
  return { token, name, guest: guest.name ?? '', nextId: newId() }
}

export async function action(args: ActionFunctionArgs) {
  const { guest, data, headers } = await guestAction(args)
  const target = { actor: guest, listId: guest.listId, home: linkPath(args.params.token), headers }
  return quickAddAction(args.context, data, target)
}

export default function GuestQuickAdd() {
  const { token, name, guest, nextId } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <>
      <GuestBar title={name} subtitle="" />
      <main className="page share-target">
        <PasteOrCheck nextId={nextId} home={linkPath(token)} guest={guest} result={result} />
      </main>
    </>
  )
}
