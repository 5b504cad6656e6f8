import { CATEGORIES, type Category } from './categories.ts'

/** How something is sold or made, what decides most first. */
export const STATES = [
  'frozen',
  'tinned',
  'pickled',
  'jarred',
  'dried',
  'ground',
  'chopped',
  'vegan',
  'fresh',
  'cooked',
] as const
export type State = (typeof STATES)[number]

export interface Thing {
  category: Category
  becomes: Partial<Record<State, Category>>
}

export type Meaning = Thing | { state: State } | 'ignored' | 'connector' | 'and'

export const isThing = (meaning: Meaning | undefined): meaning is Thing =>
  typeof meaning === 'object' && 'category' in meaning

export const isCategory = (word: string): word is Category => (CATEGORIES as readonly string[]).includes(word)
const isState = (word: string): word is State => (STATES as readonly string[]).includes(word)

/** Of 'produce dried=snacks' or ':frozen'. */
export function meaningOf(heading: string): Meaning {
  const [name = '', ...changes] = heading.split(' ')
  const word = name.slice(1)
  if (word === 'ignored' || word === 'connector' || word === 'and') return word
  if (isState(word)) return { state: word }
  if (!isCategory(name)) throw new Error(`No category: ${heading}`)
  const becomes: Thing['becomes'] = {}
  for (const change of changes) {
    const [state = '', category = ''] = change.split('=')
    if (!isState(state) || !isCategory(category)) throw new Error(`No state or category: ${heading}`)
    becomes[state] = category
  }
  return { category: name, becomes }
}
