export const LANGUAGES = ['en', 'de', 'es', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (value: unknown): value is Language =>
  (LANGUAGES as readonly unknown[]).includes(value)

/** How numbers and dates are written; formats.ts has them all. */
export interface Formats {
  decimal: string
  group: string
  /** Numbers with fewer digits than this have no groups. */
  groupsFrom: number
  symbolFirst: boolean
  /** D day, M month, Y year */
  date: string
}

export const AMERICAN: Formats = {
  decimal: '.',
  group: ',',
  groupsFrom: 4,
  symbolFirst: true,
  date: 'M D, Y',
}
