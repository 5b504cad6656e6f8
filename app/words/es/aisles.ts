import type { aisles as english } from '../en/aisles.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const aisles = {
  title: 'Orden de la tienda',
  added: 'Por orden de entrada',
  offer: 'Larder ya conoce tu recorrido por la tienda.',
  decline: 'No, gracias',
  category: 'Sección',

  about:
    'Así se ordena la lista por sección, para todas las personas que la usan. Larder lo aprende de lo que marcas: tras dos compras, sigue tu recorrido.',
  learned: ({ n }) => count(n, { one: 'Aprendido de 1 compra', other: `Aprendido de ${n} compras` }),
  moved: 'Movido a mano',
  usual: 'Como en la mayoría de las tiendas',
  up: ({ name }) => `Subir ${name}`,
  down: ({ name }) => `Bajar ${name}`,
  wasMoved: ({ name }) => `Orden cambiado: ${name}.`,
  reset: 'RESTABLECER',
  resets: 'Olvida lo aprendido y lo movido.',
  wasReset: 'El orden vuelve a ser el de la mayoría de las tiendas.',
} satisfies Shape<typeof english>
