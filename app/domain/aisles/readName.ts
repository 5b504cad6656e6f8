import type { Category } from './categories.ts'
import { isThing, STATES, type State, type Thing } from './meanings.ts'
import type { Vocabulary } from './parseVocabulary.ts'
import { endsWithHead, findPieces, type Piece } from './pieces.ts'
import type { SplitName } from './splitName.ts'

/** The category of a name by the words of one language, or undefined if they don't tell. */
export function readName(
  { phrases, inBrackets }: SplitName,
  vocabulary: Vocabulary,
  { isComplete }: { isComplete: boolean },
): Category | undefined {
  const pieces = phrases.map((words) => findPieces(words, vocabulary))
  if (isComplete && pieces.flat().some(({ meaning }) => !meaning)) return undefined
  const states = new Set([...pieces.flat(), ...findPieces(inBrackets, vocabulary)].flatMap(stateOf))
  const thing = firstFound(pieces, (phrase) => thingIn(phrase, vocabulary))
  if (thing === 'unknown') return states.has('frozen') ? 'frozen' : undefined
  if (thing === 'nothing') return STATES.filter((state) => states.has(state)).map((state) => ALONE[state])[0]
  return inState(thing, states)
}

const stateOf = ({ meaning }: Piece): State[] =>
  typeof meaning === 'object' && 'state' in meaning ? [meaning.state] : []

type Found = Thing | 'unknown' | 'nothing'

function firstFound<T>(all: T[], find: (one: T) => Found): Found {
  for (const one of all) {
    const found = find(one)
    if (found !== 'nothing') return found
  }
  return 'nothing'
}

/** 'of', 'with' and the like end what a name is about, unless that was only an amount: 'a bag of potatoes'. */
function thingIn(phrase: Piece[], vocabulary: Vocabulary): Found {
  const segments: Piece[][] = [[]]
  phrase.forEach((piece, at) => {
    const isBreak =
      piece.meaning === 'connector' ||
      (piece.meaning === 'and' && !joins(phrase.slice(0, at), phrase.slice(at + 1)))
    if (isBreak) segments.push([])
    else segments.at(-1)?.push(piece)
  })
  return firstFound(
    segments,
    (segment) =>
      brandIn(segment) ??
      (endsWithHead(vocabulary) ? lastThing(segment, vocabulary) : firstThing(segment, phrase)),
  )
}

/** 'and' in 'cheese and onion crisps', 'chicken and leek bake' and 'lemon and ginger tea', but not in 'bread and butter'. */
function joins(before: Piece[], after: Piece[]): boolean {
  const things = after.filter(isThingPiece)
  if (things.length !== 1) return things.length > 1
  if (after.at(-1)?.meaning === undefined) return true
  const isTaste = before.findLast(isThingPiece)?.meaning.category === 'produce'
  return isTaste && things.some(({ words, meaning }) => words > 1 && meaning.category !== 'produce')
}

/** 'Pringles sour cream' are crisps, but 'Milka ice cream' is ice cream. */
function brandIn(segment: Piece[]): Thing | undefined {
  const first = segment.find(isNamed)
  if (!first?.isBrand || !isThingPiece(first)) return undefined
  return (
    segment.filter(isThingPiece).find(({ meaning }) => meaning.category === 'frozen')?.meaning ??
    first.meaning
  )
}

interface ThingPiece extends Piece {
  meaning: Thing
}

const isNamed = ({ meaning }: Piece): boolean => meaning === undefined || isThing(meaning)
const isThingPiece = (piece: Piece): piece is ThingPiece => isThing(piece.meaning)

/** 'yogurt strawberry' is yogurt. */
const TASTES_OF: readonly Category[] = [
  'dairy',
  'drinks',
  'snacks',
  'breakfast',
  'household',
  'frozen',
  'deli',
  'sauces',
]

/** 'bbq sauce garlic' is sauce, but 'cinnamon apples' are fruit. */
const isFlavored = ({ meaning, isTaste }: ThingPiece): boolean =>
  TASTES_OF.includes(meaning.category) && !(meaning.category === 'sauces' && isTaste)

function lastThing(segment: Piece[], { language }: Vocabulary): Found {
  const things = segment.filter(isThingPiece)
  const last = things.at(-1)
  if (!last) return nothingIn(segment)
  const after = segment.slice(segment.indexOf(last))
  // 'milk Anchor' is milk, 'milk frother' isn't. Germans write that in one word.
  if (language === 'en' && after.some(({ meaning, isCapitalized }) => !meaning && !isCapitalized))
    return 'unknown'
  const before = things.slice(0, -1)
  if (last.isPart)
    return before.findLast(({ meaning }) => MADE_OF.includes(meaning.category))?.meaning ?? last.meaning
  if (last.meaning.category !== 'produce' && !last.isTaste) return last.meaning
  return before.find(isFlavored)?.meaning ?? last.meaning
}

/** 'filete de merluza' is fish. */
const MADE_OF: readonly Category[] = ['meat', 'fish']

function firstThing(segment: Piece[], phrase: Piece[]): Found {
  const first = segment.find(isNamed)
  if (!first) return 'nothing'
  if (!isThingPiece(first)) return 'unknown'
  const after = phrase.slice(phrase.indexOf(first) + 1).filter(isThingPiece)
  const made = first.isPart && after.find(({ meaning }) => MADE_OF.includes(meaning.category))
  return made ? made.meaning : first.meaning
}

const nothingIn = (segment: Piece[]): Found =>
  segment.some(({ meaning }) => meaning === undefined) ? 'unknown' : 'nothing'

const ALONE: Partial<Record<State, Category>> = { frozen: 'frozen', tinned: 'cans', pickled: 'cans' }

const COLD: readonly Category[] = [
  'produce',
  'bread',
  'deli',
  'meat',
  'fish',
  'dairy',
  'dry',
  'cans',
  'snacks',
  'frozen',
]

/** What a state makes of a thing, where its group in the vocabulary doesn't say it. */
const BECOMES: Partial<Record<State, { from: readonly Category[]; to: Category }>> = {
  frozen: { from: COLD, to: 'frozen' },
  tinned: { from: ['produce', 'meat', 'fish', 'deli', 'dry'], to: 'cans' },
  pickled: { from: ['produce'], to: 'cans' },
  jarred: { from: ['produce'], to: 'cans' },
  vegan: { from: ['meat', 'fish'], to: 'deli' },
}

function inState({ category, becomes }: Thing, states: Set<State>): Category {
  for (const state of STATES) {
    if (!states.has(state)) continue
    const own = becomes[state]
    if (own) return own
    const usual = BECOMES[state]
    if (usual?.from.includes(category)) return usual.to
  }
  return category
}
