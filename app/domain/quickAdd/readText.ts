import { type Currency, DOLLAR } from '#app/domain/items/currency.ts'
import {
  MAX_ITEMS_AT_ONCE,
  MAX_LINES_READ,
  MAX_ONE_LINE_LENGTH,
  MAX_TEXT_LENGTH,
} from '#app/domain/limitsAndLifetimes.ts'
import { cleanLine } from '#app/domain/text.ts'
import { hasContent, withoutEnd } from './readAmounts.ts'
import { NAME, type ReadItem, readLine, understand } from './readLine.ts'

export type ReadText = ReturnType<typeof readText>

const URL_ONLY = /^https?:\/\/\S+$/i
const BULLET = /^(?:[-*+•◦·–—▪●]+(?:\s+|(?=[^\s\d]))|\d{1,3}[.)]\s+)/
const CHECKBOX = /^(?:\[([ xX✓]?)\]|([☐□▢◻])|([☑☒✓✔✅])\uFE0F?)\s*/
/** '[21.11.26, 10:12] Anna: ', '21/11/2026, 10:12 - Ben: ', '10:12 Ben: '. But '2.50 Brot' is no time. */
const CHAT =
  /^(?:(?:[\p{L}~][^:[\]]{0,39}\s)?\[[^[\]]{0,40}\d[:.]\d\d[^[\]]{0,40}\]:?\s?[-–]?\s?|[\d./-]{6,10},?\s[^-–]{4,20}\s[-–]\s|\d\d?:\d\d\s(?=\p{L}))(?:[~\p{L}+][^:[\]]{0,39}:\s)?/u
const PLACEHOLDER = /^<[^<>]*>$/

const BREAK = /[\r\n\u2028\u2029]+/

export const isReadable = (text: string) => text.split(BREAK, MAX_LINES_READ + 1).length <= MAX_LINES_READ

export function readText(text: string, currency: Currency = DOLLAR) {
  const written = text.split(BREAK).filter((line) => line.trim() !== '')
  const isSingle = written.filter(hasContent).length === 1
  const isLong = isSingle && text.length > MAX_TEXT_LENGTH
  if (isLong && text.length > MAX_ONE_LINE_LENGTH) return { items: [], skipped: [], hasMore: true }
  const lines = (isLong ? atOuterSeparators(text).filter(hasContent) : written).map(cleanLine)
  const items: (ReadItem & { line: string; isTicked: boolean })[] = []
  const skipped: string[] = []
  for (const line of lines) {
    const { rest, isTicked } = withoutMarks(line)
    if (line === '') continue
    if (isNoItem(rest)) skipped.push(line)
    else {
      for (const part of isSingle ? partsOf(rest, currency) : [rest]) {
        items.push({ ...readLine(part, currency), line: part, isTicked })
      }
    }
    if (items.length > MAX_ITEMS_AT_ONCE) break
  }
  const hasMore = items.length > MAX_ITEMS_AT_ONCE
  return { items: items.slice(0, MAX_ITEMS_AT_ONCE), skipped, hasMore }
}

/** A heading, a URL, a photo of a chat, or marks without a text. */
const isNoItem = (text: string) =>
  URL_ONLY.test(text) || text.endsWith(':') || PLACEHOLDER.test(text) || !hasContent(text)

function withoutMarks(line: string): { rest: string; isTicked: boolean } {
  const message = line.replace(CHAT, '').replace(BULLET, '')
  const [box = '', letter = '', , ticked] = CHECKBOX.exec(message) ?? []
  const rest = withoutEnd(message.slice(box.length).replace(BULLET, ''), /[\s,;]$/)
  return { rest, isTicked: Boolean(ticked) || letter.trim() !== '' }
}

const AND = /^(?:and|und|y|e|et|&)\s+/i

/** Split at commas and semicolons outside brackets. A part that is only an amount belongs to the one before. */
function partsOf(line: string, currency: Currency): string[] {
  const parts: string[] = []
  for (const part of atOuterSeparators(line).filter(hasContent)) {
    const withoutAnd = (parts.length > 0 ? part.replace(AND, '') : part).trim()
    if (parts.length > 0 && isOnlyAmount(withoutAnd, currency)) parts.push(`${parts.pop()}, ${withoutAnd}`)
    else if (hasContent(withoutAnd)) parts.push(withoutAnd)
  }
  return parts
}

/** Read from the end, where it is known whether the next bracket closes: one pass, however long the line. */
function atOuterSeparators(line: string): string[] {
  const parts: string[] = []
  let end = line.length
  let isInBrackets = false
  for (let at = line.length - 1; at >= 0; at -= 1) {
    const character = line[at] ?? ''
    if (')]'.includes(character)) isInBrackets = true
    else if ('(['.includes(character)) isInBrackets = false
    else if (',;'.includes(character) && !isInBrackets && /\s/.test(line[at + 1] ?? '')) {
      parts.push(line.slice(at + 2, end))
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
