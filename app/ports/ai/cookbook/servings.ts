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

export function parseServings(foldedText: string) {
  for (const pattern of [...SERVINGS, LAST_NUMBER]) {
    const match = pattern.exec(foldedText)
    if (!match?.[1]) continue
    const people = clamp(numberOf(match[1]))
    return { rest: without(match, foldedText), factorFor: (serves: number) => people / serves }
  }
  const match = TIMES.exec(foldedText) ?? DOUBLE.exec(foldedText)
  if (!match) return { rest: foldedText, factorFor: () => 1 }
  const times = Number(match[1] ?? match[2] ?? 2)
  return { rest: without(match, foldedText), factorFor: (serves: number) => clamp(times * serves) / serves }
}

const without = (match: RegExpExecArray, text: string) =>
  `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`

function numberOf(text: string): number {
  const word = NUMBER_WORDS.indexOf(text)
  return word >= 0 ? word + 1 : Number(text)
}

const clamp = (servings: number) => Math.min(50, Math.max(1, servings))
