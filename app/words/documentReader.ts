import { AMERICAN, type Language } from '#app/domain/locale/locale.ts'
import type { Reader, Rooms } from './reader.ts'

type Load = () => Promise<{ screens: Rooms }>

const FILES: Partial<Record<string, [first: Load, others: Load]>> = {
  de: [() => import('./de/screens.ts'), () => import('./de/otherScreens.ts')],
  es: [() => import('./es/screens.ts'), () => import('./es/otherScreens.ts')],
  fr: [() => import('./fr/screens.ts'), () => import('./fr/otherScreens.ts')],
}

/** English is in the code. Lists start with the first file of another language, other screens with both. */
export async function loadReader(): Promise<Reader> {
  const { lang, dataset } = document.documentElement
  const [load, loadMore] = FILES[lang] ?? []
  if (!load || !loadMore) return documentReader()
  const hasAll = dataset.words === 'all'
  const [first, more] = await Promise.all([load(), hasAll ? loadMore() : undefined])
  const rooms = { ...first.screens, ...more?.screens }
  const loadOthers = async () => void Object.assign(rooms, (await loadMore()).screens)
  return documentReader(rooms, hasAll ? undefined : loadOthers)
}

/** As the server has rendered the document. */
export function documentReader(rooms?: Rooms, loadOthers?: Reader['loadOthers']): Reader {
  const { lang, dataset } = document.documentElement
  const { formats, timeZone } = dataset
  return {
    language: lang as Language,
    rooms,
    loadOthers,
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
