import type { photo as english } from '../en/photo.ts'
import type { Shape } from '../room.ts'

export const photo = {
  tooLarge: ({ megabytes }: { megabytes: number }) =>
    `Esta foto pesa demasiado: el límite es de ${megabytes} MB. Elige otra que pese menos.`,
} satisfies Shape<typeof english>
