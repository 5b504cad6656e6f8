import type { User } from '#app/domain/access/access.ts'
import { DomainError } from '#app/domain/errors.ts'
import { MAX_ITEMS_AT_ONCE } from '#app/domain/limitsAndLifetimes.ts'
import { addLines } from '#app/domain/quickAdd/quickAdd.ts'
import type { ReadItem } from '#app/domain/quickAdd/readLine.ts'
import { type Done, type Op, type Outcome, write } from '#app/domain/write.ts'
import type { Services } from '#app/services.ts'
import type { TripLine } from './tripRows.ts'
import { findTrip, linesOf } from './trips.ts'

interface AddedAgain {
  list: { id: string; name: string }
  count: number
}

/** What was bought is on its trip's list again, as if somebody had typed it there. The memory knows the prices. */
export async function addAgain<Again = never>(
  services: Services,
  user: User,
  tripId: string | undefined,
  { id }: { id?: string | undefined },
  op?: Op<Again>,
): Promise<Done<AddedAgain, Again>> {
  return write(services, {
    actor: user,
    op,
    async find(tx) {
      const { trip, list } = await findTrip(tx, user, tripId, 'edit')
      if (!list || trip.deletedAt !== null) throw new DomainError('trip-not-found')
      return { trip, list }
    },
    async work(tx, { trip, list }): Promise<Outcome<AddedAgain>> {
      const lines = (await linesOf({ db: tx }, trip)).map(typedAs)
      // More ids in series wouldn't sort in their order.
      const idOfForm = lines.length > MAX_ITEMS_AT_ONCE ? undefined : id
      const { change, added, raised } = await addLines(services, tx, user, list, lines, { id: idOfForm })
      const count = added.length + raised.length
      return { result: { list: { id: list.id, name: list.name }, count }, ...(change && { change }) }
    },
  })
}

const typedAs = ({ name, quantityMilli, unit }: TripLine): ReadItem => ({
  name,
  quantityMilli,
  unit,
  hasQuantity: true,
  priceCents: undefined,
  priceFor: 'one',
  statesPriceFor: false,
  note: '',
})
