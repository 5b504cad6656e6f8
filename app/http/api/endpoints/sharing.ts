import { z } from 'zod/v4'
import { listFor, type User } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { id } from '#app/domain/inputs.ts'
import { INVITE_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { setCompanion } from '#app/domain/sharing/companions.ts'
import * as inputs from '#app/domain/sharing/inputs.ts'
import { acceptInvite, createInvite, invitesOf, withdrawInvite } from '#app/domain/sharing/invites.ts'
import { leaveList, removeMember } from '#app/domain/sharing/leave.ts'
import { createLink, linksOf, revokeLink } from '#app/domain/sharing/links.ts'
import { peopleOf, setRole } from '#app/domain/sharing/people.ts'
import { type Endpoint, signedIn } from '#app/http/api/endpoint.ts'
import { inviteResource, linkResource, memberResource } from '#app/http/api/resources.ts'
import { Done, Invite, Link, Member, OfList, OnList } from '#app/http/api/shapes.ts'
import type { Services } from '#app/services.ts'
import { sharingNotices } from '#app/words/en/sharingNotices.ts'
import { days } from '#app/words/format.ts'
import { ENGLISH, wordsOf } from '#app/words/reader.ts'

const OfMember = OfList.extend({ userId: id.describe("The member's id.") })

async function membersOf(services: Services, user: User, listId: string) {
  const people = await peopleOf(services, user, listId)
  const isForOwner = people.some(({ id, role }) => id === user.id && role === 'owner')
  return people.map((person) => memberResource(person, isForOwner))
}

export const sharingEndpoints: Endpoint[] = [
  signedIn('GET /list/{id}/member', 'Get everyone with an account on a list, its owner first', {
    params: OfList,
    response: z.object({ member: z.array(Member) }),
    call: async ({ services, user, params }) => ({ member: await membersOf(services, user, params.id) }),
  }),
  signedIn('PATCH /list/{id}/member/{userId}', "Change a member's role, or ask them into your household", {
    note: 'Fields you leave out stay the same. `always` asks them into your household: once they accept, all of your lists are shared with them, new ones too. Only for the owner of the list.',
    params: OfMember,
    body: z.object({ role: inputs.SetRole.shape.role.optional(), always: inputs.always.optional() }),
    response: z.object({ member: Member }),
    errors: [409, 429],
    async call({ services, user, params, body: { role, always }, visitor }) {
      await listFor(services.db, user, params.id, 'own')
      const userID = params.userId
      if (role) await setRole(services, user, params.id, { userID, role }, visitor)
      if (always !== undefined) await setCompanion(services, user, params.id, { userID, always }, visitor)
      const members = await membersOf(services, user, params.id)
      const member = members.find(({ userId }) => userId === userID)
      if (!member) throw new DomainError('member-not-found')
      return { member }
    },
  }),
  signedIn('DELETE /list/{id}/member/{userId}', 'Remove a member, or leave a list', {
    note: 'With your own id, you leave the list. Only its owner can remove others. Their access ends immediately.',
    params: OfMember,
    response: Done,
    errors: [409],
    async call({ services, reader, user, params, visitor }) {
      const { id, userId } = params
      const words = wordsOf(reader, sharingNotices)
      if (userId === user.id) return { msg: words.left(await leaveList(services, user, id, visitor)) }
      return { msg: words.removed(await removeMember(services, user, id, userId, visitor)) }
    },
  }),
  signedIn('GET /list/{id}/invite', 'Get the invitations to a list that nobody has accepted yet', {
    note: 'Only for the owner of the list.',
    params: OfList,
    response: z.object({ invite: z.array(Invite) }),
    errors: [403],
    async call({ services, user, params, origin }) {
      const invites = await invitesOf(services, user, params.id)
      return { invite: invites.map((invite) => inviteResource(invite, origin)) }
    },
  }),
  signedIn('POST /list/{id}/invite', 'Invite someone to a list', {
    note: `The first person to accept it at its \`url\` within ${days(ENGLISH, INVITE_LIFETIME)} becomes a member. The role defaults to editor. Only for the owner of the list.`,
    params: OfList,
    body: inputs.Invite,
    repeatable: true,
    status: 201,
    response: z.object({ invite: Invite }),
    errors: [409],
    async call({ services, user, params, body, visitor, op, origin }) {
      const invite = await createInvite(services, user, params.id, body, { caller: visitor, op })
      return { invite: inviteResource(invite, origin) }
    },
  }),
  signedIn('DELETE /list/{id}/invite/{inviteId}', 'Withdraw an invitation', {
    note: 'If it no longer exists, nothing happens. Only for the owner of the list.',
    params: OfList.extend({ inviteId: id.describe("The invitation's _id.") }),
    response: Done,
    async call({ services, reader, user, params, visitor }) {
      await withdrawInvite(services, user, params.id, params.inviteId, visitor)
      return { msg: wordsOf(reader, sharingNotices).withdrawn }
    },
  }),
  signedIn('POST /invite/{token}', 'Accept an invitation', {
    note: "The token is the last part of the invitation's `url`. Accepting again does nothing.",
    params: z.object({ token: z.string().min(1).describe("The invitation's token.") }),
    body: inputs.Acceptance,
    repeatable: true,
    response: Done.extend(OnList.shape),
    errors: [409],
    async call({ services, reader, user, params, body, visitor, op }) {
      const joined = await acceptInvite(services, user, params.token, visitor, { op, ...body })
      return { msg: wordsOf(reader, sharingNotices).joined(joined), listID: joined.listId }
    },
  }),
  signedIn('GET /list/{id}/link', 'Get the working links to a list', {
    note: 'Only for the owner of the list.',
    params: OfList,
    response: z.object({ link: z.array(Link) }),
    errors: [403],
    async call({ services, user, params, origin }) {
      const links = await linksOf(services, user, params.id)
      return { link: links.map((link) => linkResource(link, origin)) }
    },
  }),
  signedIn('POST /list/{id}/link', 'Create a link to a list', {
    note: 'Anyone with its `url` can open the list without an account. The role defaults to editor, `expires` to never. Only for the owner of the list.',
    params: OfList,
    body: inputs.Link,
    repeatable: true,
    status: 201,
    response: z.object({ link: Link }),
    errors: [409],
    async call({ services, user, params, body, visitor, op, origin }) {
      const link = await createLink(services, user, params.id, body, { caller: visitor, op })
      return { link: linkResource(link, origin) }
    },
  }),
  signedIn('DELETE /list/{id}/link/{linkId}', 'Revoke a link', {
    note: 'It stops working immediately, for open pages too. Revoking it again does nothing. Only for the owner of the list.',
    params: OfList.extend({ linkId: id.describe("The link's _id.") }),
    response: Done,
    async call({ services, reader, user, params, visitor }) {
      await revokeLink(services, user, params.id, params.linkId, visitor)
      return { msg: wordsOf(reader, sharingNotices).revoked }
    },
  }),
]
