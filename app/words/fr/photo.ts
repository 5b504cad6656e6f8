import type { photo as english } from '../en/photo.ts'
import type { Shape } from '../room.ts'

export const photo = {
  tooLarge: ({ megabytes }: { megabytes: number }) =>
    `Cette photo est trop lourde\u00a0: ${megabytes}\u00a0Mo au maximum. Choisis-en une plus légère.`,
} satisfies Shape<typeof english>
