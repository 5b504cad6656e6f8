import type { photo as english } from '../en/photo.ts'
import type { Shape } from '../room.ts'

/** Said by the page before it uploads a photo, and by the server. */
export const photo = {
  tooLarge: ({ megabytes }: { megabytes: number }) =>
    `Cette photo est trop lourde\u00a0: ${megabytes}\u00a0Mo au maximum. Choisis-en une plus légère.`,
} satisfies Shape<typeof english>
