import type { offlinePage as english } from '../en/offlinePage.ts'
import type { Shape } from '../room.ts'

export const offlinePage = {
  latest: 'Tes dernières listes sont sur cet appareil.',
  openLists: 'Ouvrir tes listes',
  reloads: 'Cette page se recharge dès que la connexion revient.',
  tab: 'Tu es hors connexion',
  stillSignedIn: 'Ta session est encore ouverte',
  notLoggedOut:
    'Larder est injoignable et ne sait pas encore que tu veux te déconnecter. Tes listes ne sont plus sur cet appareil.',
  logsOut: 'Cette page te déconnecte dès que la connexion revient.',
} satisfies Shape<typeof english>
