import type { trips as english } from '../en/trips.ts'
import type { Shape } from '../room.ts'

export const trips = {
  finished: ({ what }: { what: string }) => `Abgeschlossen: ${what}.`,
  at: ({ paid, store }: { paid: string; store: string }) => `${paid} bei ${store}`,
  tripDeleted: 'Einkauf gelöscht.',
  tripRestored: 'Einkauf wiederhergestellt.',
  purchaseAdded: 'Einkauf hinzugefügt.',
  costLastTime: 'Was es zuletzt gekostet hat',
  tripSaved: 'Einkauf gespeichert.',
  photoRemoved: 'Foto entfernt.',
} satisfies Shape<typeof english>
