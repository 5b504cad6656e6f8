import type { units as english } from '../en/units.ts'
import type { Shape } from '../room.ts'

const of =
  (one: string, several: string) =>
  ({ n }: { n: number }) =>
    n === 1 ? one : several

export const units = {
  pack: of('paquete', 'paquetes'),
  can: of('lata', 'latas'),
  bottle: of('botella', 'botellas'),
  jar: of('frasco', 'frascos'),
  tub: of('tarrina', 'tarrinas'),
  bag: of('bolsa', 'bolsas'),
  box: of('caja', 'cajas'),
  bunch: of('manojo', 'manojos'),
  cup: of('taza', 'tazas'),
  amountOf: ({ amount, name }: { amount: string; name: string }) => `${amount} de ${name}`,
} satisfies Shape<typeof english>
