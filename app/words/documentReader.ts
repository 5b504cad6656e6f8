import { AMERICAN, type Language, type Reader, type Rooms } from './reader.ts'

const FILES: Partial<Record<string, () => Promise<{ screens: Rooms }>>> = {
  de: () => import('./de/screens.ts'),
  es: () => import('./es/screens.ts'),
  fr: () => import('./fr/screens.ts'),
}

/** One file for a language; English is in the code. */
export const loadRooms = async (language: string): Promise<Rooms | undefined> =>
  (await FILES[language]?.())?.screens

/** As the server has rendered the document. */
export function documentReader(rooms?: Rooms): Reader {
  const { lang, dataset } = document.documentElement
  const { formats, timeZone } = dataset
  return {
    ...{ language: lang as Language, rooms },
    formats: formats ? JSON.parse(formats) : AMERICAN,
    timeZone: isKnown(timeZone) ? timeZone : undefined,
  }
}

/** Old browsers don't know zones that were renamed since. */
function isKnown(timeZone: string | undefined): boolean {
  try {
    return timeZone !== undefined && Boolean(new Intl.DateTimeFormat('en-US', { timeZone }))
  } catch {
    return false
  }
}
