import type { finish as english } from '../en/finish.ts'
import type { Shape } from '../room.ts'

export const finish = {
  title: 'Einkauf abschließen',
  estimated: ({ sum }: { sum: string }) => `Geschätzt ${sum}`,
  store: 'Laden',
  date: 'Datum',
  checkPrices: 'Preise prüfen',
  quantityOf: ({ name }: { name: string }) => `Menge von ${name}`,
  priceOf: ({ name }: { name: string }) => `Preis von ${name}`,
  firstOf: ({ n, of }: { n: number; of: number }) => `Die ersten ${n} von ${of}.`,
  photoLater:
    'Ein Foto kann nicht auf eine Verbindung warten. Füge es später auf der Seite des Einkaufs hinzu.',
} satisfies Shape<typeof english>
