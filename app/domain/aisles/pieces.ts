import { compound } from './compound.ts'
import type { Meaning } from './meanings.ts'
import { LONGEST_PHRASE, type Vocabulary } from './parseVocabulary.ts'
import { stem, type Word, withoutDoubles } from './words.ts'

/** Words that mean something together: 'ice cream', 'free range', 'of'. */
export interface Piece {
  meaning: Meaning | undefined
  /** Meat or fish that yields to what it is of: 'steak'. */
  isPart: boolean
  isTaste: boolean
  isBrand: boolean
  words: number
  isCapitalized: boolean
}

/** Languages whose last noun is the thing: 'milk chocolate'. In the others it is the first: 'chocolat au lait'. */
export const endsWithHead = ({ language }: Vocabulary) => language === 'en' || language === 'de'

/** The longest that the vocabulary has, found from the side where the head is. */
export function findPieces(words: Word[], vocabulary: Vocabulary): Piece[] {
  const { language } = vocabulary
  const folded = words.map((word) => word.folded).join(' ')
  const stems = withoutDoubles(stem(folded, language), language).split(' ')
  const known = (start: number, end: number): Piece | undefined => {
    let lower = ''
    let key = ''
    for (let at = start; at < end; at++) {
      lower += words[at]?.lower
      key += stems[at]
    }
    const meaning = vocabulary.written.get(lower) ?? vocabulary.stems.get(key)
    if (!meaning) return undefined
    return {
      meaning,
      isPart: vocabulary.parts.has(key),
      isTaste: vocabulary.tastes.has(key),
      isBrand: vocabulary.brands.has(key),
      words: end - start,
      isCapitalized: false,
    }
  }
  const pieces: Piece[] = []
  if (endsWithHead(vocabulary)) {
    let end = words.length
    while (end > 0) {
      let start = Math.max(0, end - LONGEST_PHRASE)
      let piece = known(start, end)
      while (!piece && start < end - 1) piece = known(++start, end)
      pieces.unshift(...(piece ? [piece] : unlisted(words[start], vocabulary)))
      end = start
    }
    return pieces
  }
  let start = 0
  while (start < words.length) {
    let end = Math.min(words.length, start + LONGEST_PHRASE)
    let piece = known(start, end)
    while (!piece && end > start + 1) piece = known(start, --end)
    pieces.push(...(piece ? [piece] : unlisted(words[start], vocabulary)))
    start = end
  }
  return pieces
}

function unlisted(word: Word | undefined, vocabulary: Vocabulary): Piece[] {
  if (!word) return []
  const { lower, isCapitalized } = word
  const meanings = vocabulary.language === 'de' ? compound(lower, vocabulary) : []
  const found = meanings.length > 0 ? meanings : [withoutVocabulary(lower)]
  return found.map((meaning) => ({
    meaning,
    isPart: false,
    isTaste: false,
    isBrand: false,
    words: 1,
    isCapitalized,
  }))
}

/** Amounts such as '500g', 'x3' and 'T45', and single letters, say nothing. */
function withoutVocabulary(word: string): Meaning | undefined {
  if (word === '&' || word === '+') return 'and'
  return word.length === 1 || /^\p{L}{0,2}\p{N}/u.test(word) ? 'ignored' : undefined
}
