import { z } from 'zod/v4'
import { findUser } from '#app/domain/accounts/users.ts'
import { id } from '#app/domain/inputs.ts'
import { KEEP_DELETED_FOR } from '#app/domain/limitsAndLifetimes.ts'
import { finish } from '#app/domain/trips/finish.ts'
import { CorrectTrip, Finish, Period, Purchase } from '#app/domain/trips/inputs.ts'
import { photoOfTrip } from '#app/domain/trips/photos.ts'
import { monthOf, sumsBy } from '#app/domain/trips/spending.ts'
import type { Trip as Row } from '#app/domain/trips/tripRows.ts'
import { addPurchase, correctTrip, deleteTrip, linesOf, tripFor, tripsOf } from '#app/domain/trips/trips.ts'
import { type Endpoint, signedIn } from '#app/http/api/endpoint.ts'
import { DoneChange, ListedTrip, Month, OfList, Trip } from '#app/http/api/shapes.ts'
import { lineResource, monthResource, tripResource } from '#app/http/api/tripResources.ts'
import type { Services } from '#app/services.ts'
import { trips } from '#app/words/en/trips.ts'
import { days, today } from '#app/words/format.ts'
import { ENGLISH, wordsOf } from '#app/words/reader.ts'
import { finishedText } from '#app/words/trips.ts'

const OneTrip = z.object({ trip: Trip })
const OfTrip = z.object({ id })

export const tripEndpoints: Endpoint[] = [
  signedIn('POST /list/{id}/finish', 'Finish a shopping trip', {
    note: 'The ticked items leave the list, with its receipt, and become the lines of a trip.',
    params: OfList,
    body: Finish,
    repeatable: true,
    status: 201,
    response: DoneChange.extend({ trip: Trip }),
    errors: [409],
    async call({ services, reader, user, origin, params, body, op }) {
      const { trip, change } = await finish(
        services,
        user,
        params.id,
        { ...body, today: today(reader), timeZone: reader.timeZone },
        op,
      )
      const msg = finishedText(reader, trip)
      return { msg, change, trip: await wholeTrip({ services, origin }, trip) }
    },
  }),
  signedIn('GET /trip', 'Get the trips of all your lists, the newest first', {
    query: Period,
    response: z.object({ trip: z.array(ListedTrip) }),
    async call({ services, user, origin, query }) {
      const trips = await tripsOf(services, user, query)
      return { trip: trips.map((trip) => tripResource(trip, { ...trip, origin })) }
    },
  }),
  signedIn('GET /trip/{id}', 'Get a trip with its lines', {
    params: OfTrip,
    response: OneTrip,
    async call({ services, user, origin, params }) {
      const { trip } = await tripFor(services, user, params.id)
      return { trip: await wholeTrip({ services, origin }, trip) }
    },
  }),
  signedIn('PATCH /trip/{id}', 'Correct what a trip cost, where or when it was', {
    note: 'Null as `paid` means that nobody knows.',
    params: OfTrip,
    body: CorrectTrip,
    response: OneTrip,
    errors: [409],
    async call({ services, reader, user, origin, params, body }) {
      const { trip } = await correctTrip(services, user, params.id, { ...body, today: today(reader) })
      return { trip: await wholeTrip({ services, origin }, trip) }
    },
  }),
  signedIn('DELETE /trip/{id}', 'Delete a trip', {
    note: `It can be restored for ${days(ENGLISH, KEEP_DELETED_FOR)}.`,
    params: OfTrip,
    response: DoneChange,
    async call({ services, reader, user, params }) {
      const { change } = await deleteTrip(services, user, params.id)
      return { msg: wordsOf(reader, trips).tripDeleted, change }
    },
  }),
  signedIn('POST /trip', 'Add a purchase that was on no list', {
    body: Purchase.omit({ id: true }),
    repeatable: true,
    status: 201,
    response: OneTrip,
    errors: [409, 422],
    async call({ services, reader, user, origin, body, op }) {
      const currency = body.currency ?? ((await findUser(services.db, user.id))?.currency || reader.currency)
      const purchase = { ...body, ...(currency && { currency }), today: today(reader) }
      const { trip } = await addPurchase(services, user, purchase, op)
      return { trip: await wholeTrip({ services, origin }, trip) }
    },
  }),
  signedIn('GET /spending', 'Get what each month cost, in each currency by itself', {
    query: Period,
    response: z.object({ spending: z.array(Month) }),
    async call({ services, user, query }) {
      return { spending: sumsBy(await tripsOf(services, user, query), monthOf).map(monthResource) }
    },
  }),
]

type Context = { services: Services; origin: string }

async function wholeTrip({ services, origin }: Context, trip: Row): Promise<z.infer<typeof Trip>> {
  const lines = await linesOf(services, trip)
  const receiptId = (await photoOfTrip(services, trip.id))?.id
  return {
    ...tripResource(trip, { receiptId, origin }),
    items: lines.map((line) => lineResource(line, trip)),
  }
}
