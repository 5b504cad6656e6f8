import { z } from 'zod/v4'
import { listFor } from '#app/domain/access/access.ts'
import type { User } from '#app/domain/access/actors.ts'
import { DomainError } from '#app/domain/errors.ts'
import { id } from '#app/domain/inputs.ts'
import { INVITE_LIFETIME } from '#app/domain/limits.ts'
import { setAlways } from '#app/domain/sharing/companions.ts'
import { handOver } from '#app/domain/sharing/handOver.ts'
import * as inputs from '#app/domain/sharing/inputs.ts'
import { acceptInvite, createInvite, invitesOf, withdrawInvite } from '#app/domain/sharing/invites.ts'
import { createLink, linksOf, revokeLink } from '#app/domain/sharing/links.ts'
import { leaveList, peopleOf, removeMember, setRole } from '#app/domain/sharing/people.ts'
import { sharing } from '#app/messages/en/sharing.ts'
import { days } from '#app/messages/format.ts'
import type { Services } from '#app/services.ts'
import { type Operation, signedIn } from './operation.ts'
import { inviteResource, linkResource, memberResource } from './resources.ts'
import { Done, Invite, Link, Member } from './shapes.ts'

const ofList = { id: id.describe("The list's _id.") }
const OfList = z.object(ofList)
const OfMember = z.object({ ...ofList, userId: id.describe("The member's id.") })

async function membersOf(services: Services, user: User, listId: string) {
  const people = await peopleOf(services, user, listId)
  const isForOwner = people.some(({ id, role }) => id === user.id && role === 'owner')
  return people.map((person) => memberResource(person, isForOwner))
}

export const sharingOperations: Operation[] = [
  signedIn({
    method: 'GET',
    path: '/list/{id}/member',
    tag: 'Sharing',
    summary: 'Get everyone with an account on a list, its owner first',
    params: OfList,
    response: z.object({ member: z.array(Member) }),
    errors: [404],
    call: async ({ services, user, params }) => ({ member: await membersOf(services, user, params.id) }),
  }),
  signedIn({
    method: 'PATCH',
    path: '/list/{id}/member/{userId}',
    tag: 'Sharing',
    summary: "Change a member's role, or always share new lists with them",
    note: 'Fields you leave out stay the same. Only for the owner of the list.',
    params: OfMember,
    body: z.object({ role: inputs.SetRole.shape.role.optional(), always: inputs.always.optional() }),
    response: z.object({ member: Member }),
    errors: [404, 409],
    async call({ services, user, params, body: { role, always }, visitor }) {
      await listFor(services.db, user, params.id, 'own')
      const userID = params.userId
      if (role) await setRole(services, user, params.id, { userID, role }, visitor)
      if (always !== undefined) await setAlways(services, user, params.id, { userID, always })
      const members = await membersOf(services, user, params.id)
      const member = members.find(({ userId }) => userId === userID)
      if (!member) throw new DomainError('member-not-found')
      return { member }
    },
  }),
  signedIn({
    method: 'DELETE',
    path: '/list/{id}/member/{userId}',
    tag: 'Sharing',
    summary: 'Remove a member, or leave a list',
    note: 'With your own id, you leave the list. Only its owner can remove others. Their access ends immediately.',
    params: OfMember,
    response: Done,
    errors: [404, 409],
    async call({ services, user, params, visitor }) {
      if (params.userId === user.id) {
        return { msg: sharing.left(await leaveList(services, user, params.id, visitor)) }
      }
      return {
        msg: sharing.removed(await removeMember(services, user, params.id, params.userId, visitor)),
      }
    },
  }),
  signedIn({
    method: 'POST',
    path: '/list/{id}/owner',
    tag: 'Sharing',
    summary: 'Hand a list over to a member',
    note: 'They become its owner, and you an editor. The list then counts towards their storage.',
    params: OfList,
    body: z.object({ userId: id.describe("The member's id.") }),
    repeatable: true,
    response: Done,
    errors: [404, 409],
    async call({ services, user, params, body, visitor, op }) {
      return {
        msg: sharing.handedOver(await handOver(services, user, params.id, body.userId, visitor, op)),
      }
    },
  }),
  signedIn({
    method: 'GET',
    path: '/list/{id}/invite',
    tag: 'Sharing',
    summary: 'Get the invitations to a list that nobody has accepted yet',
    note: 'Only for the owner of the list.',
    params: OfList,
    response: z.object({ invite: z.array(Invite) }),
    errors: [403, 404],
    async call({ services, user, params, origin }) {
      const invites = await invitesOf(services, user, params.id)
      return { invite: invites.map((invite) => inviteResource(invite, origin)) }
    },
  }),
  signedIn({
    method: 'POST',
    path: '/list/{id}/invite',
    tag: 'Sharing',
    summary: 'Invite someone to a list',
    note: `The first person to accept it at its \`url\` within ${days(INVITE_LIFETIME)} becomes a member. The role defaults to editor. Only for the owner of the list.`,
    params: OfList,
    body: inputs.Invite,
    repeatable: true,
    status: 201,
    response: z.object({ invite: Invite }),
    errors: [404, 409],
    async call({ services, user, params, body, visitor, op, origin }) {
      const options = { caller: visitor, op }
      return { invite: inviteResource(await createInvite(services, user, params.id, body, options), origin) }
    },
  }),
  signedIn({
    method: 'DELETE',
    path: '/list/{id}/invite/{inviteId}',
    tag: 'Sharing',
    summary: 'Withdraw an invitation',
    note: 'If it no longer exists, nothing happens. Only for the owner of the list.',
    params: z.object({ ...ofList, inviteId: id.describe("The invitation's _id.") }),
    response: Done,
    errors: [404],
    async call({ services, user, params, visitor }) {
      await withdrawInvite(services, user, params.id, params.inviteId, visitor)
      return { msg: sharing.withdrawn }
    },
  }),
  signedIn({
    method: 'POST',
    path: '/invite/{token}',
    tag: 'Sharing',
    summary: 'Accept an invitation',
    note: "The token is the last part of the invitation's `url`. Accepting again does nothing.",
    params: z.object({ token: z.string().min(1).describe("The invitation's token.") }),
    repeatable: true,
    response: Done.extend({ listID: id.describe("The list's _id.") }),
    errors: [404, 409],
    async call({ services, user, params, visitor, op }) {
      const joined = await acceptInvite(services, user, params.token, visitor, op)
      return { msg: sharing.joined(joined), listID: joined.listId }
    },
  }),
  signedIn({
    method: 'GET',
    path: '/list/{id}/link',
    tag: 'Sharing',
    summary: 'Get the working links to a list',
    note: 'Only for the owner of the list.',
    params: OfList,
    response: z.object({ link: z.array(Link) }),
    errors: [403, 404],
    async call({ services, user, params, origin }) {
      const links = await linksOf(services, user, params.id)
      return { link: links.map((link) => linkResource(link, origin)) }
    },
  }),
  signedIn({
    method: 'POST',
    path: '/list/{id}/link',
    tag: 'Sharing',
    summary: 'Create a link to a list',
    note: 'Anyone with its `url` can open the list without an account. The role defaults to editor, `expires` to never. Only for the owner of the list.',
    params: OfList,
    body: inputs.Link,
    repeatable: true,
    status: 201,
    response: z.object({ link: Link }),
    errors: [404, 409],
    async call({ services, user, params, body, visitor, op, origin }) {
      const options = { caller: visitor, op }
      return { link: linkResource(await createLink(services, user, params.id, body, options), origin) }
    },
  }),
  signedIn({
    method: 'DELETE',
    path: '/list/{id}/link/{linkId}',
    tag: 'Sharing',
    summary: 'Revoke a link',
    note: 'It stops working immediately, for open pages too. Revoking it again does nothing. Only for the owner of the list.',
    params: z.object({ ...ofList, linkId: id.describe("The link's _id.") }),
    response: Done,
    errors: [404],
    async call({ services, user, params, visitor }) {
      await revokeLink(services, user, params.id, params.linkId, visitor)
      return { msg: sharing.revoked }
    },
  }),
]
