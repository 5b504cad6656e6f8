import type { Currency } from '#app/domain/locale/currency.ts'
import { isDescription, standsBetween } from './descriptions.ts'
import { withoutDeterminer } from './messages.ts'
import { hasContent, numberIn } from './readAmounts.ts'
import { NAME, understand } from './readLine.ts'
import { PARTITIVE } from './vocabulary.ts'

const LEADING_AND = /^(?:and|und|y|e|et|&)\s+/i
const AND = /\s(and|und|y|e(?=\sh?i)|et)\s/i
const HALF = /^(?:an? |ein |une? )?(?:half|halb|medi[oa]|demi|½|1\/2)/i

interface Part {
  text: string
  /** Goes last, so that it is read: 'tomatoes, crushed, 2 cans'. */
  amount: string
}

/** A line's things: between commas and semicolons outside of brackets, and around an 'and'. */
export function partsOf(line: string, currency: Currency, isMessage: boolean): string[] {
  const parts: Part[] = []
  for (const piece of atOuterSeparators(line).filter(hasContent)) {
    const written = (parts.length > 0 || isMessage ? piece.replace(LEADING_AND, '') : piece).trim()
    const last = parts.at(-1)
    if (!hasContent(written)) continue
    if (last && isOnlyAmount(written, currency)) last.amount += `, ${written}`
    else if (last && describes(written, currency)) last.text += `, ${written}`
    else parts.push({ text: written, amount: '' })
  }
  const isList = parts.length > 1
  return parts.flatMap(({ text, amount }, index) => {
    const isLast = index === parts.length - 1
    const things = atAnd(text, currency, isMessage || (isList && isLast))
    const named = things.map((thing) => nameOnly(thing, isMessage, isList || things.length > 1))
    return [...named.slice(0, -1), `${named.at(-1)}${amount}`]
  })
}

/** 'chopped', and with an amount or a price behind it 'chopped x2'. */
function describes(part: string, currency: Currency): boolean {
  if (isDescription(part)) return true
  const name = /^\p{L}/u.test(part) ? understand(part, currency)?.name : undefined
  return name !== undefined && part.startsWith(name) && isDescription(name)
}

function nameOnly(thing: string, isMessage: boolean, isOneOfSeveral: boolean): string {
  if (isMessage) return withoutDeterminer(thing)
  return isOneOfSeveral ? thing.replace(/^some (?:more )?(?=\p{L})/iu, '') : thing
}

function atAnd(text: string, currency: Currency, endsList: boolean): string[] {
  const things: string[] = []
  let rest = text
  let from = 0
  for (let found = AND.exec(rest); found; found = AND.exec(rest.slice(from))) {
    const at = from + found.index
    const left = rest.slice(0, at)
    const right = rest.slice(at + found[0].length)
    if (isBetween(left, right, currency, endsList)) {
      things.push(left)
      rest = right
      from = 0
    } else {
      from = at + found[0].length - 1
    }
  }
  return [...things, rest]
}

function isBetween(left: string, right: string, currency: Currency, endsList: boolean): boolean {
  if (left.length > 80 || left.lastIndexOf('(') > left.lastIndexOf(')')) return false
  if (!hasContent(left) || !hasContent(right) || HALF.test(right) || isOnlyAmount(left, currency))
    return false
  const next = right.split(AND, 1)[0] ?? right
  const nameOf = (text: string) => (text.length > 80 ? undefined : understand(text, currency)?.name) ?? text
  return standsBetween({
    left,
    right: nameOf(next),
    name: nameOf(left),
    hasAmount: numberIn(next.slice(0, 40)) !== undefined || PARTITIVE.test(next),
    endsList,
  })
}

/** 'eggs, milk' and 'eggs,milk', but not '1,5 l'. */
function separates(character: string, before = '', after = ''): boolean {
  if (/\s/.test(after)) return ',;'.includes(character)
  return character === ',' && /[\p{L}\d]/u.test(after) && !/\d\d/.test(before + after)
}

/** Read from the end, where it is known whether the next bracket closes: one pass, however long the line. */
export function atOuterSeparators(line: string): string[] {
  const parts: string[] = []
  let end = line.length
  let isInBrackets = false
  for (let at = line.length - 1; at >= 0; at -= 1) {
    const character = line[at] ?? ''
    if (')]'.includes(character)) isInBrackets = true
    else if ('(['.includes(character)) isInBrackets = false
    else if (!isInBrackets && separates(character, line[at - 1], line[at + 1])) {
      parts.push(line.slice(at + 1, end).trimStart())
      end = at
    }
  }
  return [...parts, line.slice(0, end)].reverse()
}

/** '2 kg', 'x3', '1.99' */
function isOnlyAmount(part: string, currency: Currency): boolean {
  const name = understand(`${NAME}, ${part}`, currency)?.name
  return name === NAME || name?.startsWith(`${NAME} `) === true
}
