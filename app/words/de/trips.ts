import type { trips as english } from '../en/trips.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const trips = {
  finished: ({ n }: { n: number }) =>
    count(n, { one: 'Abgeschlossen: 1 Artikel.', other: `Abgeschlossen: ${n} Artikel.` }),
  tripDeleted: 'Einkauf gelöscht.',
  tripRestored: 'Einkauf wiederhergestellt.',
  purchaseAdded: 'Einkauf hinzugefügt.',
  costLastTime: 'Was es zuletzt gekostet hat',
} satisfies Shape<typeof english>
