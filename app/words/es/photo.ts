import type { photo as english } from '../en/photo.ts'
import type { Shape } from '../room.ts'

/** Said by the page before it uploads a photo, and by the server. */
export const photo = {
  tooLarge: ({ megabytes }: { megabytes: number }) =>
    `Esta foto pesa demasiado: el límite es de ${megabytes} MB. Elige otra que pese menos.`,
} satisfies Shape<typeof english>
