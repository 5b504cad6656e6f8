import { typosBetween } from './typos.ts'
import { fold, stem } from './words.ts'

export type PantryItem = {
  name: string
  /** The name and how it is sold, as shown on the shopping list. */
  label: string
  price: number
  rounding: 'weighed' | 'whole' | 'half' | 'once'
  /** Kitchens usually have it. */
  keeps: boolean
  container: string
  /** In recipes: 'g', 'ml', 'clove', or '' for pieces. */
  unit: string
  size: number
}

/** `amount` counts packs: 0.8 of a 500 g pack is 400 g. */
export type Ingredient = { item: PantryItem; amount: number }

export type Dish = {
  name: string
  aliases: string[]
  kitchen: string[]
  serves: number
  ingredients: Ingredient[]
}

type Pantry = Map<string, PantryItem>

type Line = { text: string; error: (problem: string) => Error }

const AMOUNT = /^(\d+(?:[.,]\d+)?)(?:\/(\d+))?\s*(.*)$/
const HEADING = /^#\s*(.+?)\s*(?:\(serves (\d+)\))?$/
const DEFAULT_SERVINGS = 4

export function parsePantry(file: string, text: string): Pantry {
  const pantry: Pantry = new Map()
  for (const line of linesOf(file, text)) {
    if (line.text.startsWith('#')) continue
    const item = parsePantryItem(line)
    if (pantry.has(item.name)) throw line.error(`“${item.name}” is already in the pantry`)
    pantry.set(item.name, item)
  }
  return pantry
}

export function parseDishes(file: string, text: string, pantry: Pantry): Dish[] {
  const dishes: Dish[] = []
  let kitchen: string[] = []
  for (const line of linesOf(file, text)) {
    const dish = dishes.at(-1)
    if (line.text.startsWith('#')) {
      dishes.push(parseHeading(line, kitchen))
    } else if (line.text.startsWith('kitchen:')) {
      kitchen = commaSeparated(line.text.slice('kitchen:'.length))
    } else if (!dish) {
      throw line.error('a dish must start with its name, for example “# Apple pie (serves 8)”')
    } else if (line.text.startsWith('also:')) {
      dish.aliases.push(...commaSeparated(line.text.slice('also:'.length)))
    } else {
      const ingredient = parseIngredient(line, pantry)
      if (dish.ingredients.some(({ item }) => item === ingredient.item)) {
        throw line.error(`“${ingredient.item.name}” is already in ${dish.name}`)
      }
      dish.ingredients.push(ingredient)
    }
  }
  const empty = dishes.find(({ ingredients }) => ingredients.length === 0)
  if (empty) throw new Error(`${file}: the dish “${empty.name}” has no ingredients.`)
  return dishes
}

function linesOf(file: string, text: string): Line[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((raw, index) => ({
      text: raw.trim(),
      error: (problem: string) =>
        new Error(`${file}, line ${index + 1}: ${problem}${problem.endsWith('?') ? '' : '.'}`),
    }))
    .filter((line) => line.text !== '' && !line.text.startsWith('//'))
}

function parsePantryItem(line: Line): PantryItem {
  const [name, sold, price, ...more] = line.text.split('|').map((part) => part.trim())
  if (!name || !sold || !price || more.length > 0) {
    throw line.error('expected “name | how it is sold | price”, for example “Onions | piece | 0.30”')
  }
  if (!/^\d{1,4}\.\d\d$/.test(price)) throw line.error(`the price “${price}” should look like 2.20`)
  return { name, price: Number(price), ...parseSold(line, name, sold) }
}

function parseSold(line: Line, name: string, sold: string): Omit<PantryItem, 'name' | 'price'> {
  const piece = { label: name, container: 'piece', unit: '', size: 1, keeps: false }
  if (sold === 'piece') return { ...piece, rounding: 'whole' }
  if (sold === 'piece or half') return { ...piece, rounding: 'half' }
  if (sold === 'kg') {
    const label = `${name} (kg)`
    return { label, rounding: 'weighed', container: 'kg', unit: 'g', size: 1000, keeps: false }
  }
  const match = /^(\p{L}+)(?: of (\d+(?:\.\d+)?)(?: (\p{L}+))?)?(?:, (keeps|lasts))?$/u.exec(sold)
  const container = match?.[1]
  if (!match || !container) {
    throw line.error(`“${sold}” is not a way to sell things; write kg, piece, “can of 400 g” or “jar, keeps”`)
  }
  const [, , amount, measure, how] = match
  const keeps = how === 'keeps'
  if (!amount) {
    const label = `${name} (${container})`
    return { label, rounding: how ? 'once' : 'whole', container, unit: container, size: 1, keeps }
  }
  if (how === 'lasts') throw line.error(`“lasts” needs no size: write “${container}, lasts”`)
  return {
    label: `${name} (${packLabel(container, amount, measure)})`,
    rounding: 'whole',
    container,
    keeps,
    ...inSmallUnits(Number(amount), measure ?? ''),
  }
}

function packLabel(container: string, amount: string, measure: string | undefined): string {
  if (!measure) return `${container} of ${amount}`
  return /^(g|kg|ml|l)$/.test(measure) ? `${amount} ${measure} ${container}` : container
}

function inSmallUnits(size: number, measure: string) {
  if (measure === 'kg') return { size: size * 1000, unit: 'g' }
  if (measure === 'l') return { size: size * 1000, unit: 'ml' }
  return { size, unit: stem(measure) }
}

function parseHeading(line: Line, kitchen: string[]): Dish {
  const match = HEADING.exec(line.text)
  if (!match?.[1]) throw line.error('the name of the dish is missing')
  const serves = Number(match[2] ?? DEFAULT_SERVINGS)
  if (serves < 1 || serves > 50) throw line.error('a dish serves between 1 and 50')
  return { name: match[1], aliases: [], kitchen, serves, ingredients: [] }
}

function parseIngredient(line: Line, pantry: Pantry): Ingredient {
  const [, number, divisor, rest = ''] = AMOUNT.exec(line.text) ?? []
  if (!number) return parseWithoutAmount(line, pantry)

  const amount = Number(number.replace(',', '.')) / Number(divisor ?? 1)
  if (!(amount > 0 && amount < 100_000)) throw line.error(`“${line.text}” needs an amount above zero`)

  const counted = pantry.get(rest)
  if (counted) return { item: counted, amount: inPacks(line, counted, amount, '') }

  const [, measure = '', name = ''] = /^(\S+)\s+(.+)$/.exec(rest) ?? []
  const measured = pantry.get(name)
  if (!measured) throw line.error(notInPantry(pantry.has(name) || !name ? rest : name, rest, pantry))
  return { item: measured, amount: inPacks(line, measured, amount, measure) }
}

function parseWithoutAmount(line: Line, pantry: Pantry): Ingredient {
  const item = pantry.get(line.text)
  if (!item) throw line.error(notInPantry(line.text, line.text, pantry))
  if (item.rounding !== 'once') throw line.error(`how much? Write for example “${example(item)}”`)
  return { item, amount: 1 }
}

function inPacks(line: Line, item: PantryItem, amount: number, measure: string): number {
  if (item.rounding === 'once') throw line.error(`“${item.name}” lasts, so write it without an amount`)
  const needed = inSmallUnits(amount, measure)
  if (needed.unit === item.unit) return needed.size / item.size
  const isOneContainer = needed.unit === '' && item.size === 1 && item.container === item.unit
  if (isOneContainer || needed.unit === stem(item.container)) return amount
  throw line.error(
    `“${line.text}” does not fit how the pantry sells it; write for example “${example(item)}”`,
  )
}

const example = (item: PantryItem) =>
  item.unit ? `${item.size} ${item.unit} ${item.name}` : `2 ${item.name}`

function notInPantry(name: string, alternative: string, pantry: Pantry): string {
  const typosIn = (text: string, known: string) => typosBetween(fold(text), fold(known), 3)
  const [closest] = [...pantry.keys()]
    .map((known) => ({ known, typos: Math.min(typosIn(name, known), typosIn(alternative, known)) }))
    .sort((a, b) => a.typos - b.typos)
  const hint =
    closest && closest.typos < Infinity ? `; did you mean “${closest.known}”?` : '; add it there first'
  return `“${name}” is not in pantry.txt${hint}`
}

function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
