import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { listFor, type RoledList } from '#app/domain/access/access.ts'
import type { User } from '#app/domain/access/actors.ts'
import { hasRight } from '#app/domain/access/rights.ts'
import { DomainError } from '#app/domain/errors.ts'
import { newId } from '#app/domain/ids.ts'
import { Operation } from '#app/domain/inputs.ts'
import { formOp } from '#app/domain/operations.ts'
import { setAlways } from '#app/domain/sharing/companions.ts'
import { handOver } from '#app/domain/sharing/handOver.ts'
import { Always, Invite, Link, Member, SetRole } from '#app/domain/sharing/inputs.ts'
import { createInvite, invitesOf, type OpenInvite, withdrawInvite } from '#app/domain/sharing/invites.ts'
import { createLink, linksOf, revokeLink, type SharedLink } from '#app/domain/sharing/links.ts'
import { leaveList, peopleIn, removeMember, setRole } from '#app/domain/sharing/people.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { parse, readForm } from '#app/http/in/forms.ts'
import { passHeaders } from '#app/http/out/failures.ts'
import { done, expectedFailure, redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { sharing } from '#app/messages/en.ts'
import { invitePath, linkPath, listsPath, sharingPath } from '#app/protocol/paths.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import { useMessage } from '#app/ui/AccountForm.tsx'
import { catchNetworkError } from '#app/ui/browser/networkError.ts'
import { useListEvents } from '#app/ui/live/useListEvents.ts'
import { NavBar } from '#app/ui/NavBar.tsx'
import { HandOver, Leave } from './HandOver.tsx'
import { LinkCard } from './LinkCard.tsx'
import { PeopleCard } from './PeopleCard.tsx'
import { type QrCode, qrCode } from './qr.server.ts'
import { Shown } from './Shown.tsx'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Sharing ${data.list.name} · Larder` : 'Larder' },
]
export const headers = passHeaders
export const clientAction = catchNetworkError

export async function loader({ request, context: { services, origin } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const listId = searchParams.get('listID')
  if (!listId) throw redirect('/', 303)
  const user = await requireUser(services, request)
  const list = await listFor(services.db, user, listId, 'seeAll')
  const { id, name, createdBy, revision } = list
  return {
    user: { id: user.id },
    list: { id, name, createdBy, revision },
    people: await peopleIn(services.db, list),
    owner: await ownersView(),
  }

  async function ownersView(): Promise<OwnersView | undefined> {
    if (!hasRight(list.role, 'own')) return undefined
    const links = await linksOf(services, user, list.id)
    const invites = await invitesOf(services, user, list.id)
    return {
      // The ids come from the form, so a double click without JavaScript creates only one.
      nextId: newId(),
      links: links.map(withoutToken),
      invites: invites.map(withoutToken),
      shown: shownAddress(origin, searchParams.get('show'), links, invites),
    }
  }
}

export type ShownLink = WithoutToken<SharedLink>
export type ShownInvite = WithoutToken<OpenInvite>
type WithoutToken<T> = Omit<T, 'token'> & { isLost: boolean }

export interface ShownAddress {
  kind: 'link' | 'invite'
  id: string
  role: RoledList['role']
  label: string
  address: string
  qr: QrCode
}

export interface OwnersView {
  nextId: string
  links: ShownLink[]
  invites: ShownInvite[]
  shown: ShownAddress | undefined
}

/** The page contains only the token it shows. */
function withoutToken<T extends SharedLink | OpenInvite>({ token, ...row }: T) {
  return { ...row, isLost: token === undefined }
}

function shownAddress(
  origin: string,
  id: string | null,
  links: SharedLink[],
  invites: OpenInvite[],
): ShownAddress | undefined {
  const link = links.find((link) => link.id === id)
  const { role, token } = link ?? invites.find((invite) => invite.id === id) ?? {}
  if (!id || !role || !token) return undefined
  const address = origin + (link ? linkPath(token) : invitePath(token))
  return {
    kind: link ? 'link' : 'invite',
    ...{ id, role, address },
    label: link?.label ?? '',
    qr: qrCode(address),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const user = await requireUser(context.services, request)
  const typed = await readForm(context)
  try {
    return await act(args, user, typed)
  } catch (error) {
    const address = await addressAfterRepeat(args, user, typed, error)
    if (!address) return refusedHere(context, error, typed)
    expectedFailure(context, error)
    throw redirect(address, 303)
  }
}

/** Where the first request of a double click led, if this is the second. */
async function addressAfterRepeat(
  { request, context: { services } }: ActionFunctionArgs,
  user: User,
  { intent, userID }: Record<string, string>,
  error: unknown,
): Promise<string | undefined> {
  if (!(error instanceof DomainError)) return undefined
  if (intent === 'leave' && error.code === 'list-not-found') return listsPath(user.id)
  if (intent !== 'handover' || error.code !== 'owner-only') return undefined
  const listId = new URL(request.url).searchParams.get('listID') ?? ''
  const { createdBy } = await listFor(services.db, user, listId, 'see')
  return createdBy === userID ? sharingPath(listId) : undefined
}

async function act({ request, context }: ActionFunctionArgs, user: User, typed: Record<string, string>) {
  const { services } = context
  const listId = new URL(request.url).searchParams.get('listID') ?? ''
  const here = sharingPath(listId)
  switch (typed.intent) {
    case 'role': {
      const input = { ...parse(Member, typed), ...parse(SetRole, typed) }
      return done(context, here, {
        message: sharing.roleSet(await setRole(services, user, listId, input, context)),
      })
    }
    case 'remove': {
      const { userID } = parse(Member, typed)
      return done(context, here, {
        message: sharing.removed(await removeMember(services, user, listId, userID, context)),
      })
    }
    case 'always':
      return done(context, here, {
        message: sharing.always(await setAlways(services, user, listId, parse(Always, typed))),
      })
    case 'handover': {
      const { userID } = parse(Member, typed)
      return done(context, here, {
        message: sharing.handedOver(await handOver(services, user, listId, userID, context)),
      })
    }
    case 'leave': {
      const text = sharing.left(await leaveList(services, user, listId, context))
      return redirectWith(context, listsPath(user.id), { message: { kind: 'success', text } })
    }
    case 'invite': {
      const { id } = parse(Operation, typed)
      const input = parse(Invite, typed)
      const options = { caller: context, op: formOp(services, user, id, 'invite', [listId, input]) }
      const invite = await createInvite(services, user, listId, input, options)
      return redirect(sharingPath(listId, invite.id), 303)
    }
    case 'withdraw':
      await withdrawInvite(services, user, listId, typed.inviteID, context)
      return done(context, here, { message: sharing.withdrawn })
    case 'link': {
      const { id } = parse(Operation, typed)
      const input = parse(Link, typed)
      const options = { caller: context, op: formOp(services, user, id, 'link', [listId, input]) }
      const link = await createLink(services, user, listId, input, options)
      return redirect(sharingPath(listId, link.id), 303)
    }
    case 'revoke':
      await revokeLink(services, user, listId, typed.linkID, context)
      return done(context, here, { message: sharing.revoked })
    default:
      throw new DomainError('bad-form')
  }
}

/** A failed submission changed nothing, and reloading would fail without a connection. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  actionResult?.ok === false ? false : defaultShouldRevalidate

export default function Sharing() {
  const { user, list, people, owner } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const refusal = refusalOf(result)
  // Only a label that is too long is shown at its field.
  const unshown = useMemo(
    () => (refusal && !refusal.fields?.label ? { ok: false, message: refusal.message } : undefined),
    [refusal],
  )
  const message = useMessage(unshown ?? result)
  useListEvents({ ...list, leaveTo: listsPath(user.id) })
  const [first, ...members] = people
  return (
    <>
      <NavBar page={{ title: list.name, subtitle: 'Sharing', listId: list.id }} message={message} />
      <main className="page settings sharing">
        {owner?.shown && <Shown key={owner.shown.id} {...owner.shown} />}
        {owner && <LinkCard listId={list.id} nextId={owner.nextId} links={owner.links} refusal={refusal} />}
        <PeopleCard listId={list.id} userId={user.id} people={people} owner={owner} />
        {owner && members.length > 0 && <HandOver listId={list.id} members={members} />}
        {!owner && <Leave listId={list.id} owner={first?.name ?? ''} />}
      </main>
    </>
  )
}
