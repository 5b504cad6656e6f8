import { type Phrase, phrasesIn } from './servings.ts'
import { SEPARATORS, type Separator, type Token, tokensOf } from './tokens.ts'
import { keywords, wordsIn } from './words.ts'

/** Text between two separators: a dish, or a part of one whose name has a separator. */
export interface Atom {
  tokens: Token[]
  start: number
  end: number
  /** What separates it from the one before. */
  after: Separator
  servings?: { people: number; isFirst: boolean }
}

export interface Question {
  atoms: Atom[]
  /** Said for all dishes: "for 6: lasagne, chilli". */
  people: number | undefined
}

const NOISE = /^[:()[\]"“”„«»¿¡]$/

/** Before a colon, they name the meal and no dish. */
const LABELS = new Set(
  wordsIn(`
    monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun today tomorrow tonight
    breakfast lunch dinner supper starter main course dessert
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so heute morgen mittag abend
    mittags abends fruhstuck mittagessen abendessen vorspeise hauptgang hauptspeise nachtisch nachspeise
    lunes martes miercoles jueves viernes sabado domingo hoy manana desayuno almuerzo comida cena primero segundo postre
    lundi mardi mercredi jeudi vendredi samedi dimanche demain midi soir dejeuner diner entree plat
  `),
)

export function readQuestion(text: string): Question {
  const tokens = withoutBullets(tokensOf(text))
  const phrases = new Map(phrasesIn(tokens).map((phrase) => [phrase.from, phrase]))
  const atoms: Atom[] = []
  let people: number | undefined
  let current: Atom = { tokens: [], start: 0, end: 0, after: 'line' }
  const close = (after: Separator) => {
    const isEmpty = current.tokens.length === 0
    const last = atoms.at(-1)
    if (!isEmpty) atoms.push(current)
    else if (current.servings && last) last.servings ??= { ...current.servings, isFirst: false }
    else people ??= current.servings?.people
    current = { tokens: [], start: 0, end: 0, after: isEmpty && current.after === 'line' ? 'line' : after }
  }
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token) break
    const phrase = phrases.get(at)
    const separator = SEPARATORS.get(token.folded)
    if (phrase) {
      at = phrase.to - 1
      if (phrase.people === undefined) continue
      // "Tonight we are four: …"
      if (keywords(text.slice(current.start, current.end)).length === 0) current.tokens = []
      const isFirst = current.tokens.length === 0
      if (isForAll(phrase, tokens, atoms, isFirst)) people = phrase.people
      else current.servings ??= { people: phrase.people, isFirst }
    } else if (separator) {
      close(separator)
    } else if (token.folded === ':' && current.tokens.every(({ folded }) => LABELS.has(folded))) {
      current.tokens = []
    } else if (!NOISE.test(token.folded)) {
      if (current.tokens.length === 0) current.start = token.start
      current.end = token.end
      current.tokens.push(token)
    }
  }
  close('line')
  return { atoms, people }
}

/** At the beginning with "for" or a colon, or at the end behind a separator. */
function isForAll(phrase: Phrase, tokens: Token[], atoms: Atom[], isFirst: boolean): boolean {
  if (phrase.isForAll || !isFirst) return phrase.isForAll
  if (atoms.length === 0) return phrase.isIntroduced || tokens[phrase.to]?.folded === ':'
  return phrase.to === tokens.length && atoms.length > 1 && atoms.every(({ servings }) => !servings)
}

/** "1. Lasagne" is the first, not for one. */
function withoutBullets(tokens: Token[]): Token[] {
  const isBullet = (at: number) =>
    (at === 0 || tokens[at - 1]?.folded === '\n') &&
    /^\d+$/.test(tokens[at]?.folded ?? '') &&
    /^[.)]$/.test(tokens[at + 1]?.folded ?? '')
  return tokens.filter((_, at) => !isBullet(at) && !(at > 0 && isBullet(at - 1)))
}
