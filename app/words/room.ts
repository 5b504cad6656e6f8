/** The texts of a part of Larder, in one language: sentences, or functions of what they name. */
export type Texts = Record<string, unknown>

/** English is the source: other languages `satisfies Shape<typeof list>`, so a missing text is a compile error. */
export type Room<T extends Texts = Texts> = T & { readonly room: string }
export type Shape<R extends Room> = {
  [Key in Exclude<keyof R, 'room'>]: R[Key] extends string ? string : R[Key]
}

export const room = <T extends Texts>(name: string, texts: T): Room<T> => ({ ...texts, room: name })
