import type { trips as english } from '../en/trips.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const trips = {
  finished: ({ n }: { n: number }) =>
    count(n, { one: 'Courses terminées : 1 article.', other: `Courses terminées : ${n} articles.` }),
  tripDeleted: 'Courses supprimées.',
  tripRestored: 'Courses restaurées.',
  purchaseAdded: 'Achat ajouté.',
  costLastTime: 'Ce que ça a coûté la dernière fois',
} satisfies Shape<typeof english>
