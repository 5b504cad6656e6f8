import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import { Operation } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { setCompanion } from '#app/domain/sharing/companions.ts'
import { acceptOffer, endOffer, offerList } from '#app/domain/sharing/handOver.ts'
import { Always, Invite, Link, Member, Removal, SetRole } from '#app/domain/sharing/inputs.ts'
import { createInvite, withdrawInvite } from '#app/domain/sharing/invites.ts'
import { leaveList, removeFromAll, removeMember } from '#app/domain/sharing/leave.ts'
import { createLink, revokeLink } from '#app/domain/sharing/links.ts'
import { setRole } from '#app/domain/sharing/people.ts'
import { formOp } from '#app/domain/write.ts'
import { requireUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { done, expectedFailure, redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { householdPath, listsPath, sharingPath } from '#app/protocol/paths.ts'
import { sharingNotices } from '#app/words/en/sharingNotices.ts'
import { wordsOf } from '#app/words/reader.ts'

export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await requireUser(context, request)
  const words = wordsOf(context.reader, sharingNotices)
  const listId = new URL(request.url).searchParams.get('listID') ?? ''
  const typed = await readForm(context)
  const say = (message: string) => done(context, sharingPath(listId), { message })
  const sayOf = (person: string, message: string) => done(context, sharingPath(listId, person), { message })
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
        return await sayOf(input.userID, words.roleSet(await setRole(services, user, listId, input, context)))
      }
      case 'remove': {
        const { userID, allLists } = parse(Removal, typed)
        const removed = allLists
          ? await removeFromAll(services, user, userID, context)
          : await removeMember(services, user, listId, userID, context)
        return await say(words.removed(removed))
      }
      case 'always': {
        const input = parse(Always, typed)
        return await sayOf(
          input.userID,
          words.always(await setCompanion(services, user, listId, input, context)),
        )
      }
      case 'handover':
        return await say(words.offered(await offerList(services, user, listId, member(), context)))
      case 'take-back':
        await endOffer(services, user, listId, context)
        return await say(words.offerTakenBack)
      case 'accept':
        return await say(words.offerAccepted(await acceptOffer(services, user, listId, context)))
      case 'decline': {
        const text = words.offerDeclined(await endOffer(services, user, listId, context))
        return await redirectWith(context, listsPath(user.id), { message: { kind: 'success', text } })
      }
      case 'leave': {
        const text = words.left(await leaveList(services, user, listId, context))
        return await redirectWith(context, listsPath(user.id), { message: { kind: 'success', text } })
      }
      case 'invite': {
        const input = parse(Invite, typed)
        const invite = await createInvite(services, user, listId, input, options('invite', input))
        return input.allLists ? redirect(householdPath(invite.id), 303) : show(invite)
      }
      case 'withdraw':
        await withdrawInvite(services, user, listId, typed.inviteID, context)
        return await say(words.withdrawn)
      case 'link': {
        const input = parse(Link, typed)
        return show(await createLink(services, user, listId, input, options('link', input)))
      }
      case 'revoke':
        await revokeLink(services, user, listId, typed.linkID, context)
        return await say(words.revoked)
      default:
        throw new DomainError('bad-form')
    }
  } catch (error) {
    // The second of two clicks leads where the first one did.
    const hasLeft = error instanceof DomainError && error.code === 'list-not-found'
    if (!hasLeft || !['leave', 'decline'].includes(typed.intent ?? ''))
      return refusedHere(context, error, typed)
    expectedFailure(context, error)
    throw redirect(listsPath(user.id), 303)
  }
}
