import type { finish as english } from '../en/finish.ts'
import type { Shape } from '../room.ts'

export const finish = {
  title: 'Terminer les courses',
  estimated: ({ sum }: { sum: string }) => `Estimation\u00a0: ${sum}`,
  store: 'Magasin',
  date: 'Date',
  checkPrices: 'Vérifier les prix',
  quantityOf: ({ name }: { name: string }) => `Quantité de ${name}`,
  priceOf: ({ name }: { name: string }) => `Prix de ${name}`,
  firstOf: ({ n, of }: { n: number; of: number }) => `Les ${n} premiers sur ${of}.`,
  photoLater: 'Une photo ne peut pas attendre la connexion. Ajoute-la plus tard sur la page des courses.',
} satisfies Shape<typeof english>
