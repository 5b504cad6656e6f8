/** The texts of a part of Larder, in one language: sentences, or functions of what they name. */
export type Texts = Record<string, unknown>

/** English is the source: other languages `satisfies Shape<typeof list>`, so a missing text is a compile error. */
export type Room<T extends Texts = Texts> = T & { readonly room: string }
export type Shape<R> = { [Key in Exclude<keyof R, 'room'>]: Text<R[Key]> }

/** A text's type is string, while the English constant has its own sentence as type. */
type Text<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : T
/** All rooms of a file in another language, such as `typeof import('../en/screens.ts')`. */
export type Shapes<Rooms> = { [Key in keyof Rooms]: Shape<Rooms[Key]> }

export const room = <T extends Texts>(name: string, texts: T): Room<T> => ({ ...texts, room: name })
