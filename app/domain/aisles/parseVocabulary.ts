import type { Language } from '#app/domain/locale/locale.ts'
import { isThing, type Meaning, meaningOf, type Thing } from './meanings.ts'
import { fold, stem, withoutDoubles, withoutPossessive } from './words.ts'

export interface Vocabulary {
  language: Language
  /** By words as they are written, only what their stems would confuse, such as 'pâté' and 'pâtes'. */
  written: Map<string, Meaning>
  /** By stems without doubled letters. */
  stems: Map<string, Meaning>
  /** What the end of a German compound can be, as it is written and by its stem. */
  heads: Map<string, Thing | 'part' | 'none'>
  prefixes: [prefix: string, meaning: Meaning][]
  /** 'Steak' and 'filete' are meat, unless they are of something. */
  parts: Set<string>
  /** What stands for one kind of thing, whatever comes behind it: 'Pringles sour cream'. */
  brands: Set<string>
  /** In English and German, 'vanilla' and the like yield to what they flavor: 'ice cream vanilla'. */
  tastes: Set<string>
}

/** So short that an accent counts: 'öl' ends other words than 'ol'. */
export const SHORT_HEAD = 3
/** Shorter ones are listed in ':heads'. */
const SHORTEST_HEAD = 5

const BRANDS = ':brands '

/** The words of the longest entries. */
export const LONGEST_PHRASE = 6

/** An entry in lower case, its letters without spaces ('icecream'), its stems, and these without doubled letters. */
type Add = (written: string, folded: string, stems: string, key: string) => boolean

/** vocabulary/README.md describes the format. Whole texts are changed at once, which is faster than word by word. */
export function parseVocabulary(
  language: Language,
  text: string,
  onClash: (heading: string, entry: string) => void = () => {},
): Vocabulary {
  const vocabulary: Vocabulary = {
    language,
    written: new Map(),
    stems: new Map(),
    heads: new Map(),
    prefixes: [],
    parts: new Set(),
    brands: new Set(),
    tastes: new Set(),
  }
  const written = withoutPossessive(text.toLowerCase())
  const folded = fold(written)
  const stemmed = stem(folded, language)
  const sections = [written, folded, stemmed, withoutDoubles(stemmed, language)].map((all) =>
    all.split(/^# /m).slice(1),
  )
  sections[0]?.forEach((section, at) => {
    const [entries = [], letters = [], stems = [], keys = []] = sections.map((all, kind) =>
      entriesOf(all[at] ?? '', kind > 0),
    )
    const heading = section.slice(0, section.indexOf('\n'))
    const add = adderOf(heading, vocabulary)
    entries.forEach((entry, place) => {
      const own = stems[place]
      if (own && !add(entry, letters[place] ?? '', own, keys[place] ?? '')) onClash(heading, entry)
    })
  })
  return vocabulary
}

function entriesOf(section: string, isSqueezed: boolean): string[] {
  const body = section.slice(section.indexOf('\n')).trim()
  return isSqueezed ? body.replace(/[^a-z0-9&+,]+/g, '').split(',') : body.split(/\s*,\s*/)
}

/** Adds an entry of a section, or returns false if another section has it. */
function adderOf(heading: string, vocabulary: Vocabulary): Add {
  const { stems, heads, parts, tastes, brands, prefixes, language } = vocabulary
  switch (heading) {
    case ':parts':
      return (_written, folded, stem, key) => {
        parts.add(key)
        if (language === 'de') heads.set(folded, 'part').set(stem, 'part')
        return true
      }
    case ':tastes':
      return (_written, _folded, _stem, key) => tastes.add(key).size > 0
    case ':nohead':
      return (_written, folded, stem) => heads.set(folded, 'none').set(stem, 'none').size > 0
    case ':heads':
      return (written, folded, _stem, key) => {
        const thing = stems.get(key)
        if (!isThing(thing)) return false
        heads.set(folded.length > SHORT_HEAD ? folded : written, thing)
        return true
      }
  }
  const isBrand = heading.startsWith(BRANDS)
  const meaning = meaningOf(isBrand ? heading.slice(BRANDS.length) : heading)
  return (written, folded, stem, key) => {
    if (written.endsWith('-')) return prefixes.push([folded, meaning]) > 0
    if (written.startsWith('=')) {
      vocabulary.written.set(written.replace(/[^\p{L}\p{N}]/gu, ''), meaning)
      return true
    }
    const before = stems.get(key)
    if (before) return before === meaning
    stems.set(key, meaning)
    if (isBrand) return brands.add(key).size > 0
    if (language === 'de' && folded.length >= SHORTEST_HEAD && isThing(meaning) && /^\S+$/.test(written)) {
      heads.set(folded, meaning)
      if (stem.length > SHORT_HEAD && !heads.has(stem)) heads.set(stem, meaning)
    }
    return true
  }
}
