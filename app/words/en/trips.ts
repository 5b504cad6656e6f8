import { room } from '../room.ts'
import { count } from './count.ts'

export const trips = room('trips', {
  finished: ({ n }: { n: number }) => count(n, { one: 'Finished: 1 item.', other: `Finished: ${n} items.` }),
  tripDeleted: 'Trip deleted.',
  tripRestored: 'Trip restored.',
  purchaseAdded: 'Purchase added.',
  costLastTime: 'What it cost last time',
})
