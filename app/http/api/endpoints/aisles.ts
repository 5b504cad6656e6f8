import { z } from 'zod/v4'
import { aislesOf, moveAisle, resetAisles } from '#app/domain/aisles/aisles.ts'
import type { aislesIn } from '#app/domain/aisles/order.ts'
import { ChangeOrder, MoveAisle } from '#app/domain/inputs.ts'
import { parse } from '#app/domain/parse.ts'
import { type Endpoint, signedIn } from '#app/http/api/endpoint.ts'
import { Aisle, ChangeId, OfList } from '#app/http/api/shapes.ts'

const resources = (aisles: ReturnType<typeof aislesIn>) =>
  aisles.map((aisle, place) => ({ ...aisle, position: place + 1 }))

export const aisleEndpoints: Endpoint[] = [
  signedIn('GET /list/{id}/aisle', "Get the order of a list's shop", {
    note: 'Lists by aisle have it. Larder learns it from the times of ticks, when a trip ends.',
    params: OfList,
    response: z.object({ aisle: z.array(Aisle) }),
    async call({ services, user, params }) {
      return { aisle: resources((await aislesOf(services, user, params.id)).aisles) }
    },
  }),
  signedIn('PATCH /list/{id}/aisle', 'Move a category, or reset the order', {
    note: 'Send `category` and `before`, or `reset` alone, which forgets what was moved and learned.',
    params: OfList,
    body: ChangeOrder,
    repeatable: true,
    response: z.object({ aisle: z.array(Aisle), change: ChangeId }),
    async call({ services, user, params, body, op }) {
      const { reset, ...move } = body
      const { aisles, change } = reset
        ? await resetAisles(services, user, params.id, op)
        : await moveAisle(services, user, params.id, parse(MoveAisle, move), op)
      return { aisle: resources(aisles), change }
    },
  }),
]
