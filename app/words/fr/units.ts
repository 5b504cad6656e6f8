import type { units as english } from '../en/units.ts'
import type { Shape } from '../room.ts'

const of =
  (one: string, several: string) =>
  ({ n }: { n: number }) =>
    n < 2 ? one : several

/** "d'huile", but "de haricots" and "de yaourt". */
const ELIDES = /^(?:[aeiouàâäéèêëîïôöûùüœæ]|h(?:erb|uil|u[iî]tr|ibiscus|ydromel))/i

export const units = {
  pack: of('paquet', 'paquets'),
  can: of('boîte', 'boîtes'),
  bottle: of('bouteille', 'bouteilles'),
  jar: of('bocal', 'bocaux'),
  tub: of('barquette', 'barquettes'),
  bag: of('sachet', 'sachets'),
  box: of('carton', 'cartons'),
  bunch: of('botte', 'bottes'),
  cup: of('tasse', 'tasses'),
  amountOf: ({ amount, name }: { amount: string; name: string }) =>
    `${amount} ${ELIDES.test(name) ? "d'" : 'de '}${name}`,
} satisfies Shape<typeof english>
