import type { trips as english } from '../en/trips.ts'
import type { Shape } from '../room.ts'

export const trips = {
  finished: ({ what }: { what: string }) => `Compra terminada: ${what}.`,
  at: ({ paid, store }: { paid: string; store: string }) => `${paid} en ${store}`,
  tripDeleted: 'Compra eliminada.',
  tripRestored: 'Compra restaurada.',
  purchaseAdded: 'Compra añadida.',
  costLastTime: 'Lo que costó la última vez',
  tripSaved: 'Compra guardada.',
  photoRemoved: 'Foto quitada.',
} satisfies Shape<typeof english>
