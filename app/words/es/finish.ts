import type { finish as english } from '../en/finish.ts'
import type { Shape } from '../room.ts'

export const finish = {
  title: 'Terminar la compra',
  estimated: ({ sum }: { sum: string }) => `Estimado: ${sum}`,
  store: 'Tienda',
  date: 'Fecha',
  checkPrices: 'Revisar precios',
  quantityOf: ({ name }: { name: string }) => `Cantidad de ${name}`,
  priceOf: ({ name }: { name: string }) => `Precio de ${name}`,
  firstOf: ({ n, of }: { n: number; of: number }) => `Los primeros ${n} de ${of}.`,
  photoLater: 'Una foto no puede esperar a la conexión. Añádela después en la página de la compra.',
} satisfies Shape<typeof english>
