import { AMERICAN, type Formats, type Language } from '#app/domain/locale/locale.ts'
import type { Room, Texts } from './room.ts'

/** All rooms of a language but English, which comes with the code that shows it. */
export type Rooms = Readonly<Record<string, Texts>>

export interface Reader {
  language: Language
  rooms: Rooms | undefined
  /** Adds the rooms of other screens than lists, if the page came without them. */
  loadOthers?: (() => Promise<void>) | undefined
  formats: Formats
  /** Undefined for the browser's own, and on the server for that of the machine. */
  timeZone?: string | undefined
  /** The code for new lists, on the server. Undefined for the usual one. */
  currency?: string | undefined
}

export const ENGLISH: Reader = { language: 'en', rooms: undefined, formats: AMERICAN }

/** The texts of a room in the reader's language. If they are still to come, React waits, and shows the page before. */
export function wordsOf<R extends Room>({ rooms, loadOthers }: Reader, english: R): R {
  if (!rooms) return english
  const texts = rooms[english.room]
  // If they don't arrive, the server renders the page.
  if (!texts && loadOthers) throw loadOthers().catch(() => location.reload())
  return texts as R
}
