import type { units as english } from '../en/units.ts'
import type { Shape } from '../room.ts'

const of =
  (one: string, several: string) =>
  ({ n }: { n: number }) =>
    n === 1 ? one : several

export const units = {
  pack: of('Packung', 'Packungen'),
  can: of('Dose', 'Dosen'),
  bottle: of('Flasche', 'Flaschen'),
  jar: of('Glas', 'Gläser'),
  tub: of('Becher', 'Becher'),
  bag: of('Beutel', 'Beutel'),
  box: of('Kiste', 'Kisten'),
  bunch: of('Bund', 'Bund'),
  cup: of('Tasse', 'Tassen'),
  amountOf: ({ amount, name }: { amount: string; name: string }) => `${amount} ${name}`,
} satisfies Shape<typeof english>
