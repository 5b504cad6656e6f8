import type { usual as english } from '../en/usual.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'

export const usual = {
  title: 'Lo de siempre',
  nothing: 'No hay nada más de siempre.',
  learns: 'Cuenta lo que sale de la cesta: tras unas compras, aparece aquí.',
  due: 'Probablemente toca',
  rest: 'También de siempre',
  add: 'AÑADIR',
  addSome: ({ n }: { n: number }) => `AÑADIR ${n}`,
  forget: ({ name }: { name: string }) => `Olvidar ${cut(name)}`,
} satisfies Shape<typeof english>
