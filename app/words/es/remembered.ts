import type { remembered as english } from '../en/remembered.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

type Counted = { n: number; number: string }

export const remembered = {
  title: 'Productos recordados',
  backToSettings: 'Volver a los ajustes',
  nothingYet: 'Aún no hay nada. Los productos que añadas o marques aparecerán aquí.',
  items: ({ n }: { n: number }) => count(n, { one: '1 producto', other: `${n} productos` }),
  foundItems: ({ found, n }: { found: number; n: number }) =>
    count(n, { one: `${found} de 1 producto`, other: `${found} de ${n} productos` }),
  whatIsRemembered:
    'Larder recuerda los productos que añades y sus precios para sugerírtelos la próxima vez. Solo tú los ves. Guarda hasta 5000 productos y olvida los que llevas más tiempo sin usar.',
  search: 'Buscar',
  noneContains: ({ search }: { search: string }) => `Ningún producto recordado contiene «${search}».`,
  showAll: 'Mostrar todos',
  moreItems: ({ number }: Counted) => `Y ${number} más. Busca un producto para encontrarlo.`,
  forget: 'Olvidar',
  forgetItem: ({ name }: { name: string }) => `Olvidar ${name}`,
  forgetItemIn: ({ name, unit }: { name: string; unit: string }) => `Olvidar ${name} (${unit})`,

  forgetAll: 'Olvidar todo',
  startsAgain: 'Larder empieza de cero con el próximo producto que añadas.',
  forgetAllItems: 'Olvidar todos los productos',
  forgetAllItemsSure: '¿Olvidar todos los productos?',
  whatForgettingDoes: ({ n, number }: Counted) =>
    count(n, {
      one: 'Larder olvidará el único producto que recuerda para ti, con sus precios. Tus listas se quedan como están. No se puede deshacer.',
      other: `Larder olvidará los ${number} productos que recuerda para ti, con sus precios. Tus listas se quedan como están. No se puede deshacer.`,
    }),
  forgetting: 'Olvidando…',
  cancel: 'Cancelar',
} satisfies Shape<typeof english>
