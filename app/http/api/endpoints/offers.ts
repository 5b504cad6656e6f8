import { z } from 'zod/v4'
import { DomainError } from '#app/domain/errors.ts'
import { id } from '#app/domain/inputs.ts'
import { OFFER_LIFETIME } from '#app/domain/limitsAndLifetimes.ts'
import { acceptSharer, endSharer, sharersWith } from '#app/domain/sharing/companions.ts'
import { acceptOffer, endOffer, offerList, offersTo } from '#app/domain/sharing/handOver.ts'
import { type Endpoint, signedIn } from '#app/http/api/endpoint.ts'
import { offerResource } from '#app/http/api/resources.ts'
import { Done, Offer, OfList, Sharer } from '#app/http/api/shapes.ts'
import { sharingNotices } from '#app/words/en/sharingNotices.ts'
import { days } from '#app/words/format.ts'
import { ENGLISH, wordsOf } from '#app/words/reader.ts'

const OfSharer = z.object({ userId: id.describe("The other user's id.") })

export const offerEndpoints: Endpoint[] = [
  signedIn('POST /list/{id}/owner', 'Offer a list to a member, who can become its owner', {
    note: 'Until they accept, nothing changes. Then they are its owner, and you an editor. Only for the owner of the list.',
    params: OfList,
    body: z.object({ userId: id.describe("The member's id.") }),
    repeatable: true,
    response: Done,
    async call({ services, reader, user, params, body, visitor, op }) {
      const offered = await offerList(services, user, params.id, body.userId, visitor, op)
      return { msg: wordsOf(reader, sharingNotices).offered(offered) }
    },
  }),
  signedIn('GET /offer', 'Get the lists that are offered to you', {
    note: `If the owner of a list deletes their account, it is offered to the editor of longest standing, for ${days(ENGLISH, OFFER_LIFETIME)}, then to the next.`,
    response: z.object({ offer: z.array(Offer) }),
    async call({ services, user }) {
      const { offers } = await offersTo(services, user)
      return { offer: offers.map(offerResource) }
    },
  }),
  signedIn('POST /list/{id}/offer', 'Accept a list that is offered to you', {
    note: 'You become its owner. The list then counts towards your storage and your lists.',
    params: OfList,
    repeatable: true,
    response: Done,
    errors: [409],
    async call({ services, reader, user, params, visitor, op }) {
      const accepted = await acceptOffer(services, user, params.id, visitor, op)
      return { msg: wordsOf(reader, sharingNotices).offerAccepted(accepted) }
    },
  }),
  signedIn('DELETE /list/{id}/offer', 'Decline a list that is offered to you, or take your own offer back', {
    note: 'If its owner deleted their account, it goes to the next editor. If there is none, it is deleted for good. Ending it again does nothing.',
    params: OfList,
    response: Done,
    async call({ services, reader, user, params, visitor }) {
      const words = wordsOf(reader, sharingNotices)
      const ended = await endOffer(services, user, params.id, visitor)
      const isOwn = ended.reason === 'taken-back'
      return { msg: isOwn ? words.offerTakenBack : words.offerDeclined(ended) }
    },
  }),
  signedIn('GET /sharer', 'Get everyone who has you in their household, or asks you into it', {
    response: z.object({ sharer: z.array(Sharer) }),
    async call({ services, user }) {
      const sharers = await sharersWith(services, user)
      return { sharer: sharers.map(({ id, ...sharer }) => ({ userId: id, ...sharer })) }
    },
  }),
  signedIn('POST /sharer/{userId}', 'Join the household of someone who asked you', {
    note: 'All of their lists are shared with you, new ones too.',
    params: OfSharer,
    repeatable: true,
    response: Done,
    async call({ services, reader, user, params, visitor, op }) {
      const accepted = await acceptSharer(services, user, params.userId, visitor, op)
      return { msg: wordsOf(reader, sharingNotices).alwaysAccepted(accepted) }
    },
  }),
  signedIn('DELETE /sharer/{userId}', 'Decline that, or leave their household', {
    note: 'New lists of theirs are not shared with you. You stay on the lists you are on.',
    params: OfSharer,
    response: Done,
    async call({ services, reader, user, params, visitor }) {
      const ended = await endSharer(services, user, params.userId, visitor)
      if (ended.name === undefined) throw new DomainError('ask-not-found')
      return { msg: wordsOf(reader, sharingNotices).alwaysEnded(ended) }
    },
  }),
]
