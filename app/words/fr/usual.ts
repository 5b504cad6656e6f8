import type { usual as english } from '../en/usual.ts'
import type { Shape } from '../room.ts'
import { cut } from '../text.ts'

export const usual = {
  title: 'Les habituels',
  nothing: "Rien d'autre d'habituel ici.",
  learns: 'Ce qui quitte le panier compte\u00a0: après quelques courses, tu le trouveras ici.',
  due: 'Sans doute à racheter',
  rest: 'Habituels aussi',
  add: 'AJOUTER',
  addSome: ({ n }: { n: number }) => `AJOUTER ${n}`,
  forget: ({ name }: { name: string }) => `Oublier ${cut(name)}`,
} satisfies Shape<typeof english>
