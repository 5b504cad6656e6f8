const FEWEST = 1
const MOST = 50

const NUMBER_WORDS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(
    ' ',
  )
const NUMBER = `(?:\\d+|${NUMBER_WORDS.join('|')})`
const NUMBER_OR_RANGE = `(?:${NUMBER}\\s*(?:-|–|to|or|bis)\\s*)?(${NUMBER})`
const PEOPLE =
  'people|persons?|pers|ppl|pax|servings?|portions?|adults?|guests?|friends|eaters|of us' +
  '|personen|portionen|leute|personnes|personas|raciones|porciones|persone|porzioni|pessoas|personer'
const BEFORE = 'for|serves?|serving|servings|feeds|feeding|family of|fur|fuer|pour|para|per'

const SERVINGS = [
  new RegExp(`(?<![\\p{L}\\p{N}])${NUMBER_OR_RANGE}\\s*(?:${PEOPLE})(?!\\p{L})`, 'u'),
  new RegExp(`(?<!\\p{L})(?:${BEFORE})[\\s:=]*${NUMBER_OR_RANGE}(?![\\p{L}\\p{N}])`, 'u'),
]
const TIMES = /(?<![\p{L}\p{N}])(?:[x×]\s*(\d+)|(\d+)\s*[x×])(?![\p{L}\p{N}])/u
const DOUBLE = /(?<!\p{L})double(?!\p{L})/u
const LAST_NUMBER = /\s\(?(\d+)\)?\s*$/u

type Scaled = {
  rest: string
  /** How often a dish for this many has to be cooked. */
  timesFor: (serves: number) => number
}

/** Takes "for 6", "serves 8", "4 people", "x2" out of an already folded text. */
export function takeServings(foldedText: string): Scaled {
  for (const pattern of [...SERVINGS, LAST_NUMBER]) {
    const match = pattern.exec(foldedText)
    if (!match?.[1]) continue
    const people = clamp(numberOf(match[1]))
    return { rest: without(match, foldedText), timesFor: (serves) => people / serves }
  }
  const match = TIMES.exec(foldedText) ?? DOUBLE.exec(foldedText)
  if (!match) return { rest: foldedText, timesFor: () => 1 }
  const times = Number(match[1] ?? match[2] ?? 2)
  return { rest: without(match, foldedText), timesFor: (serves) => clamp(times * serves) / serves }
}

function without(match: RegExpExecArray, text: string): string {
  return `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
}

function numberOf(text: string): number {
  const word = NUMBER_WORDS.indexOf(text)
  return word >= 0 ? word + 1 : Number(text)
}

function clamp(servings: number): number {
  return Math.min(MOST, Math.max(FEWEST, servings))
}
