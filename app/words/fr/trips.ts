import type { trips as english } from '../en/trips.ts'
import type { Shape } from '../room.ts'

export const trips = {
  finished: ({ what }: { what: string }) => `Courses terminées\u00a0: ${what}.`,
  at: ({ paid, store }: { paid: string; store: string }) => `${paid} chez ${store}`,
  tripDeleted: 'Courses supprimées.',
  tripRestored: 'Courses restaurées.',
  purchaseAdded: 'Achat ajouté.',
  costLastTime: 'Ce que ça a coûté la dernière fois',
  tripSaved: 'Achats enregistrés.',
  photoRemoved: 'Photo retirée.',
} satisfies Shape<typeof english>
