import { z } from 'zod/v4'
import { keepSharing, pausedSharingOf, stopSharing } from '#app/domain/sharing/pausedSharing.ts'
import { type Endpoint, signedIn } from '#app/http/api/endpoint.ts'
import { Done } from '#app/http/api/shapes.ts'
import { sharingNotices } from '#app/words/en/sharingNotices.ts'
import { wordsOf } from '#app/words/reader.ts'

const Paused = z.object({
  lists: z.number().int(),
  names: z.array(z.string()),
  byLink: z.boolean().describe('Whether links or invitations were open.'),
})

export const pausedSharingEndpoints: Endpoint[] = [
  signedIn('GET /paused-sharing', 'Get what your account shared before a reset', {
    note: 'If an email was never confirmed, somebody else may have registered the account. So a reset link stops all sharing until you answer.',
    response: z.object({ pausedSharing: Paused.nullable() }),
    call: async ({ services, user }) => ({ pausedSharing: (await pausedSharingOf(services, user)) ?? null }),
  }),
  signedIn('POST /paused-sharing', 'Keep sharing', {
    note: 'Lists and people that still exist come back, also links and invitations with the same URLs.',
    response: Done,
    errors: [404],
    async call({ services, reader, user, visitor }) {
      await keepSharing(services, user, visitor)
      return { msg: wordsOf(reader, sharingNotices).sharingKept }
    },
  }),
  signedIn('DELETE /paused-sharing', 'Stop sharing', {
    response: Done,
    errors: [404],
    async call({ services, reader, user, visitor }) {
      await stopSharing(services, user, visitor)
      return { msg: wordsOf(reader, sharingNotices).sharingStopped }
    },
  }),
]
