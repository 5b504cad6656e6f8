import { room } from '../room.ts'

export const trips = room('trips', {
  // '13 items, $ 26.80 at Lidl'
  finished: ({ what }: { what: string }) => `Finished: ${what}.`,
  at: ({ paid, store }: { paid: string; store: string }) => `${paid} at ${store}`,
  tripDeleted: 'Trip deleted.',
  tripRestored: 'Trip restored.',
  purchaseAdded: 'Purchase added.',
  costLastTime: 'What it cost last time',
  tripSaved: 'Trip saved.',
  photoRemoved: 'Photo removed.',
})
