import { room } from '../room.ts'

const of =
  (one: string, several: string) =>
  ({ n }: { n: number }) =>
    n <= 1 ? one : several

/** Of units that aren't the same everywhere, such as kg. */
export const units = room('units', {
  pack: of('pack', 'packs'),
  can: of('can', 'cans'),
  bottle: of('bottle', 'bottles'),
  jar: of('jar', 'jars'),
  tub: of('tub', 'tubs'),
  bag: of('bag', 'bags'),
  box: of('box', 'boxes'),
  bunch: of('bunch', 'bunches'),
  cup: of('cup', 'cups'),
  // 2 kg potatoes
  amountOf: ({ amount, name }: { amount: string; name: string }) => `${amount} ${name}`,
})
