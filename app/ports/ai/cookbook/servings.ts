import { isDigits, NUMBER, numberOf } from './numbers.ts'
import { groupsAt } from './people.ts'
import type { Token } from './tokens.ts'

/** Tokens that say for how many people, and no dish. */
export interface Phrase {
  from: number
  to: number
  /** Missing if it says something else: when, or how fast. */
  people?: number
  /** Said of all dishes: "each for 6". */
  isForAll: boolean
  /** "for 6", not "6 portions". */
  isIntroduced: boolean
}

export interface Servings {
  people?: number | undefined
  /** "double" */
  times?: number | undefined
}

const FOR =
  'for|serves?|serving|feeds?|feeding|makes?|yields?|fur|fuer|reicht fur|ergibt|pour|para|per|rinden?|sirven?|' +
  '(?:a |une |una |eine )?(?:family|party|group|table|crowd|household|familie|gruppe|familia|grupo|mesa|famille|groupe|tablee) (?:of|for|von|mit|de|para|pour|mit)|' +
  'wir sind|wir werden|sind wir|we are|we will be|we.ll be|vamos a ser|on va etre|we.re|there are|es sind|somos|seremos|nous sommes|nous serons|on est|on sera|' +
  '(?:servings?|portions?|people|persons?|guests|personen|portionen|gaste|raciones|personas|comensales|invitados|personnes|parts|convives)(?= (?:[:=] )?\\d)'
const ABOUT =
  'about|around|approximately|approx|ca|circa|etwa|ungefahr|rund|unos|unas|alrededor de|environ|insgesamt|total|un total de|exactly|genau|' +
  'just|only|nur|solo|seulement|maybe|vielleicht|at least|mindestens|al menos|au moins|a|an|ein|eine|una|une|un|the|all|[.:=(]|' +
  '(?:family|party|group|table|familie|gruppe|familia|grupo|famille|groupe) (?:of|von|mit|de)'
const ALL =
  'each|all|both|everything|je|jeweils|beides|beide|alles|alle|todo|todos|ambos|cada uno|cada una|tous|toutes|le tout|chacun|chacune|les deux'

const INTRODUCTION = new RegExp(
  `(?:(${ALL}) )?(?:(?:just|only|nur|bloss|solo|solamente|juste|seulement) )?(?:${FOR})(?: (?:${ABOUT}))* `,
  'uy',
)
const AFTER = / (?:in total|insgesamt|en total|au total|zusammen)(?= )/uy
const ALL_AFTER = new RegExp(` (?:${ALL})(?= )`, 'uy')

/** The tokens of a text with one space between them, and where each starts. */
function joined(tokens: Token[]) {
  let text = ''
  const starts = tokens.map(({ folded }) => {
    const start = text.length
    text += `${folded} `
    return start
  })
  return { text, starts }
}

export function phrasesIn(tokens: Token[]): Phrase[] {
  const { text, starts } = joined(tokens)
  const phrases: Phrase[] = []
  for (let from = 0; from < tokens.length; from += 1) {
    const phrase = phraseAt(text, starts[from] ?? 0)
    if (!phrase) continue
    const to = starts.findIndex((start) => start >= phrase.end)
    phrases.push({ ...phrase, from, to: to < 0 ? tokens.length : to })
    from = (to < 0 ? tokens.length : to) - 1
  }
  return phrases
}

const UNIT = 'mins?|minutes?|minuten|minutos|hours?|hrs?|h|stunden?|horas?|heures?|am|pm|uhr'
const DAY =
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|' +
  'freitag|samstag|sonnabend|sonntag|lunes|martes|miercoles|jueves|viernes|sabado|domingo|lundi|mardi|mercredi|jeudi|vendredi|' +
  'samedi|dimanche|weekend|week end|wochenende|fin de semana'
/** "in 20 minutes", "at 8pm", "for Sunday" */
const WHEN = new RegExp(
  `(?:(?:(?:in|within|under|en|dans|unter|at|by|um|gegen|ab|vers|a|a las|around) )?${NUMBER}(?: : \\d+)? (?:${UNIT})(?: \\d+)?|` +
    `(?:at|um|a las) ${NUMBER}|(?:for|on|fur|am|para|el|pour|le|this|next|dieses|nachsten|este|ce) (?:(?:the|el|la|le|den|this|next|diesen|nachsten|este|ce) )?(?:${DAY}))(?= )`,
  'uy',
)

function phraseAt(text: string, at: number) {
  WHEN.lastIndex = at
  const when = WHEN.exec(text)
  if (when) return { end: at + when[0].length, isForAll: false, isIntroduced: false }
  INTRODUCTION.lastIndex = at
  const introduction = INTRODUCTION.exec(text)
  const groups = groupsAt(text, at + (introduction?.[0].length ?? 0), introduction !== null)
  if (!groups) return undefined
  const end = endOf(AFTER, text, groups.end)
  const allEnd = endOf(ALL_AFTER, text, end)
  return {
    end: allEnd,
    people: groups.people,
    isForAll: introduction?.[1] !== undefined || allEnd > end,
    isIntroduced: introduction !== null,
  }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}

const PORTION =
  '(?: (?:of|of the|the|a|an|der|die|das|des|von|vom|de|de la|del|la|le|el|d|so viel|as much))*(?: (?:portions?|servings?|recipes?|batch|amount|quantity|menge|rezept|portion|portionen|mengen|racion(?:es)?|receta|cantidad|quantite|dose|recette))?(?: (?:of|von|de))?'
const TIMES: [pattern: RegExp, times: (match: string) => number][] = [
  ...(
    [
      [
        'one and a half(?: times)?|anderthalb(?:fache?)?|eineinhalb(?:fache?)?|(?:una|uno|1) y medi[ao]|une (?:fois )?et demie',
        1.5,
      ],
      ['double[ds]?|doppelte?[nrsm]?|verdoppelt|zweifach(?:e[nrs]?)?|dobles?|twice|zweimal|deux fois', 2],
      ['triples?|treble|dreifach(?:e[nrs]?)?|dreimal|thrice', 3],
      ['quadruple|vierfach(?:e[nrs]?)?|viermal|cuadruple', 4],
      [
        '(?:a |one |die |das |la |le |une |una |eine? |al |el |zur |por la )?(?:half|halved|halves|halbe?[nrsm]?|halfte|mitad|media|medio|moitie|demie?|1⁄2|1 / 2)',
        0.5,
      ],
    ] as const
  ).map(([words, times]): [RegExp, () => number] => [
    new RegExp(
      `(?<= )(?:(?:das|the|el|le|la|die) )?(?:${words})(?! (?:choc\\p{L}*|cheese|cream|cocoa|schoko\\p{L}*|queso|fromage) )${PORTION}(?= )`,
      'u',
    ),
    () => times,
  ]),
  [new RegExp(`(?<= )[x×] (${NUMBER})(?= )`, 'u'), numberOf],
  [new RegExp(`(?<= )(${NUMBER}) (?:[x×]|times|mal|veces|fois|fach)${PORTION}(?= )`, 'u'), numberOf],
]
const LAST = new RegExp(`(?<= )(${NUMBER})(?= $)`, 'u')
/** Beans and cheeses are counted in names: "three bean chilli". */
const FIRST = new RegExp(
  `^ (${NUMBER})(?= )(?! (?:beans?|cheeses?|layers?|spices?|peppers?|meats?|herbs?|kase|schichten|gewurze|krauter|jahreszeiten|minuten|` +
    'leches|quesos|especias|estaciones|delicias|minutos|quarts|fromages|epices|saisons|minutes?|feuilles?|hojas) )',
  'u',
)

/** What one dish's words say of its servings, and what is left of them. */
export function ownServings(words: string[]): { rest: string; servings: Servings } {
  const text = ` ${words.join(' ')} `
  for (const [pattern, times] of TIMES) {
    const match = pattern.exec(text)
    if (match) return { rest: without(match, text), servings: { times: times(match[1] ?? '') } }
  }
  for (const pattern of [LAST, FIRST]) {
    const match = pattern.exec(text)
    if (!match?.[1] || (numberOf(match[1]) < 2 && !isDigits(match[1]))) continue
    return { rest: without(match, text), servings: { people: numberOf(match[1]) } }
  }
  return { rest: text.trim(), servings: {} }
}

const without = (match: RegExpExecArray, text: string) =>
  `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.trim()

export const MAX_SERVINGS = 50

/** What a dish for `serves` people is cooked for. */
export function servingsOf({ people, times }: Servings, serves: number): number {
  return Math.min(MAX_SERVINGS, Math.max(1, Math.ceil(people ?? (times ?? 1) * serves)))
}
