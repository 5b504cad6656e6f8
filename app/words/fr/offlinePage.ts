import type { offlinePage as english } from '../en/offlinePage.ts'
import type { Shape } from '../room.ts'

export const offlinePage = {
  latest: 'Tes dernières listes sont sur cet appareil.',
  openLists: 'Ouvrir tes listes',
  reloads: 'Cette page se recharge dès que la connexion revient.',
  tab: 'Tu es hors connexion',
} satisfies Shape<typeof english>
