const FEWEST = 1
const MOST = 50

const NUMBER_WORDS = [
  'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve',
]
const NUMBER = `(?:\\d+|${NUMBER_WORDS.join('|')})`
const NUMBER_OR_RANGE = `(?:${NUMBER}\\s*(?:-|–|to|or|bis)\\s*)?(${NUMBER})`
const PEOPLE =
  'people|persons?|pers|ppl|pax|servings?|portions?|adults?|guests?|friends|eaters' +
  '|personen|portionen|leute|personnes|personas|raciones|porciones|persone|porzioni|pessoas|personer'
const BEFORE = 'for|serves?|serving|servings|feeds|feeding|family of|fur|fuer|pour|para|per|x'

const PATTERNS = [
  new RegExp(`(?<!\\p{L})(?:${BEFORE})[\\s:=]*${NUMBER_OR_RANGE}(?!\\p{L})(?:\\s*(?:${PEOPLE})(?!\\p{L}))?`, 'u'),
  new RegExp(`(?<![\\p{L}\\p{N}])${NUMBER_OR_RANGE}\\s*(?:${PEOPLE}|x)(?!\\p{L})`, 'u'),
  /\s\(?(\d+)\)?\s*$/u,
]

/** Takes "for 6", "x2 persons", "serves 8" out of an already folded text. */
export function takeServings(foldedText: string): { rest: string; servings: number | undefined } {
  for (const pattern of PATTERNS) {
    const match = pattern.exec(foldedText)
    if (!match?.[1]) continue
    const rest = foldedText.slice(0, match.index) + ' ' + foldedText.slice(match.index + match[0].length)
    return { rest, servings: clamp(numberOf(match[1])) }
  }
  return { rest: foldedText, servings: undefined }
}

function numberOf(text: string): number {
  const word = NUMBER_WORDS.indexOf(text)
  return word >= 0 ? word + 1 : Number(text)
}

function clamp(servings: number): number {
  return Math.min(MOST, Math.max(FEWEST, servings))
}
