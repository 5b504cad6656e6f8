import { room } from '../room.ts'

export const finish = room('finish', {
  title: 'Finish shopping',
  estimated: ({ sum }: { sum: string }) => `Estimated ${sum}`,
  store: 'Store',
  date: 'Date',
  checkPrices: 'Check prices',
  quantityOf: ({ name }: { name: string }) => `Quantity of ${name}`,
  priceOf: ({ name }: { name: string }) => `Price of ${name}`,
  firstOf: ({ n, of }: { n: number; of: number }) => `The first ${n} of ${of}.`,
  photoLater: "A photo can't wait for a connection. Add it on the trip's page later.",
})
