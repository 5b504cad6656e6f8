import type { aisles as english } from '../en/aisles.ts'
import type { Shape } from '../room.ts'
import { count } from './count.ts'

export const aisles = {
  title: 'Ordre du magasin',
  added: "Par ordre d'ajout",
  offer: 'Larder connaît maintenant ton parcours dans le magasin.',
  decline: 'Non merci',
  category: 'Rayon',

  about:
    "Par rayon, la liste suit cet ordre, pour tous ceux qui l'utilisent. Larder l'apprend en te regardant cocher : après deux fois, il suit ton parcours.",
  learned: ({ n }) => count(n, { one: 'Appris en 1 fois', other: `Appris en ${n} fois` }),
  moved: 'Déplacé à la main',
  usual: 'Comme dans la plupart des magasins',
  up: ({ name }) => `Monter ${name}`,
  down: ({ name }) => `Descendre ${name}`,
  wasMoved: ({ name }) => `Déplacé\u00a0: ${name}.`,
  reset: 'RÉINITIALISER',
  resets: 'Oublie ce qui a été appris et déplacé.',
  wasReset: "L'ordre est de nouveau celui de la plupart des magasins.",
} satisfies Shape<typeof english>
