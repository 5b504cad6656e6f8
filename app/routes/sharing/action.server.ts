import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { listFor, type User } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { Operation } from '#app/domain/inputs.ts'
import { setAlways } from '#app/domain/sharing/companions.ts'
import { handOver } from '#app/domain/sharing/handOver.ts'
import { Always, Invite, Link, Member, SetRole } from '#app/domain/sharing/inputs.ts'
import { createInvite, withdrawInvite } from '#app/domain/sharing/invites.ts'
import { createLink, revokeLink } from '#app/domain/sharing/links.ts'
import { leaveList, removeMember, setRole } from '#app/domain/sharing/people.ts'
import { formOp } from '#app/domain/write.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { parse, readForm } from '#app/http/in/body.ts'
import { done, expectedFailure, redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { sharing } from '#app/messages/en/sharing.ts'
import { listsPath, sharingPath } from '#app/protocol/paths.ts'
import type { Services } from '#app/services.ts'

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(services, request)
  const listId = new URL(request.url).searchParams.get('listID') ?? ''
  const typed = await readForm(context)
  const say = (message: string) => done(context, sharingPath(listId), { message })
  const show = ({ id }: { id: string }) => redirect(sharingPath(listId, id), 303)
  const member = () => parse(Member, typed).userID
  const options = (kind: 'invite' | 'link', input: object) => {
    const { id } = parse(Operation, typed)
    return { caller: context, op: formOp(services, user, id, kind, [listId, input]) }
  }
  try {
    switch (typed.intent) {
      case 'role': {
        const input = { ...parse(Member, typed), ...parse(SetRole, typed) }
        return await say(sharing.roleSet(await setRole(services, user, listId, input, context)))
      }
      case 'remove':
        return await say(sharing.removed(await removeMember(services, user, listId, member(), context)))
      case 'always':
        return await say(sharing.always(await setAlways(services, user, listId, parse(Always, typed))))
      case 'handover':
        return await say(sharing.handedOver(await handOver(services, user, listId, member(), context)))
      case 'leave': {
        const text = sharing.left(await leaveList(services, user, listId, context))
        return await redirectWith(context, listsPath(user.id), { message: { kind: 'success', text } })
      }
      case 'invite': {
        const input = parse(Invite, typed)
        return show(await createInvite(services, user, listId, input, options('invite', input)))
      }
      case 'withdraw':
        await withdrawInvite(services, user, listId, typed.inviteID, context)
        return await say(sharing.withdrawn)
      case 'link': {
        const input = parse(Link, typed)
        return show(await createLink(services, user, listId, input, options('link', input)))
      }
      case 'revoke':
        await revokeLink(services, user, listId, typed.linkID, context)
        return await say(sharing.revoked)
      default:
        throw new DomainError('bad-form')
    }
  } catch (error) {
    const address = await addressAfterRepeat(services, user, listId, typed, error)
    if (!address) return refusedHere(context, error, typed)
    expectedFailure(context, error)
    throw redirect(address, 303)
  }
}

/** Where the first request of a double click led, if this is the second. */
async function addressAfterRepeat(
  services: Services,
  user: User,
  listId: string,
  { intent, userID }: Record<string, string>,
  error: unknown,
): Promise<string | undefined> {
  if (!(error instanceof DomainError)) return undefined
  if (intent === 'leave' && error.code === 'list-not-found') return listsPath(user.id)
  if (intent !== 'handover' || error.code !== 'owner-only') return undefined
  const { createdBy } = await listFor(services.db, user, listId, 'see')
  return createdBy === userID ? sharingPath(listId) : undefined
}
