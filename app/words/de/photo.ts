import type { photo as english } from '../en/photo.ts'
import type { Shape } from '../room.ts'

export const photo = {
  tooLarge: ({ megabytes }: { megabytes: number }) =>
    `Dieses Foto ist zu groß: Erlaubt sind bis zu ${megabytes} MB. Wähle ein kleineres.`,
} satisfies Shape<typeof english>
