import {
  MAX_ITEMS_AT_ONCE,
  MAX_LINES_READ,
  MAX_ONE_LINE_LENGTH,
  MAX_TEXT_LENGTH,
} from '#app/domain/limitsAndLifetimes.ts'
import { type Currency, DOLLAR } from '#app/domain/locale/currency.ts'
import { cleanLine } from '#app/domain/text.ts'
import { askedFor, isReply } from './messages.ts'
import { atOuterSeparators, partsOf } from './parts.ts'
import { hasContent, withoutEnd } from './readAmounts.ts'
import { type ReadItem, readLine, splitNote } from './readLine.ts'
import { isSentence, type Part, partOfRecipe } from './recipes.ts'

export type ReadText = ReturnType<typeof readText>

/** Why a line adds nothing. */
export type LeftOut = 'ticked' | 'heading' | 'link' | 'facts' | 'step' | 'message' | 'empty'

export interface ReadPart extends ReadItem {
  line: string
  leftOut?: LeftOut
}

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
  if (isLong && text.length > MAX_ONE_LINE_LENGTH) return { lines: [], items: [], skipped: [], hasMore: true }
  const cleaned = (isLong ? atOuterSeparators(text).filter(hasContent) : written).map(cleanLine)
  const lines = linesOf(
    cleaned.filter((line) => line !== ''),
    currency,
    isSingle,
  )
  const things = lines.filter(({ leftOut }) => leftOut === undefined || leftOut === 'ticked')
  const items = things.map(({ leftOut, ...item }) => ({ ...item, isTicked: leftOut === 'ticked' }))
  return {
    /** All of them in their order, also those that are left out. */
    lines,
    items: items.slice(0, MAX_ITEMS_AT_ONCE),
    skipped: lines.filter((line) => !things.includes(line)).map(({ line }) => line),
    hasMore: items.length > MAX_ITEMS_AT_ONCE,
  }
}

function linesOf(texts: string[], currency: Currency, isSingle: boolean): ReadPart[] {
  const lines: ReadPart[] = []
  let isMethod = false
  let things = 0
  for (const text of texts) {
    const { text: unmarked, note } = splitNote(text)
    const { rest, isTicked, isChat } = withoutMarks(unmarked)
    const part = partOfRecipe(rest, !isSingle)
    const [title] = lines
    if (part && part !== 'step' && title && lines.length === 1 && isTitle(title)) title.leftOut = 'heading'
    if (part === 'ingredients' || part === 'method') isMethod = part === 'method'
    const reason = leftOutReason(rest, part, isMethod)
    const asked = reason ? undefined : askedFor(rest)
    const isProse = asked && !asked.isMessage && isSentence(rest)
    if (!asked || asked.text === '' || isProse) {
      lines.push({
        ...readLine(text, currency),
        line: text,
        leftOut: reason ?? (isProse ? 'step' : 'message'),
      })
      continue
    }
    const parts = partsOf(asked.text, currency, asked.isMessage || isChat)
    for (const [index, part] of parts.entries()) {
      const line = note && index === parts.length - 1 ? `${part} // ${note}` : part
      lines.push({ ...readLine(line, currency), line, ...(isTicked && { leftOut: 'ticked' as const }) })
      things += 1
    }
    if (things > MAX_ITEMS_AT_ONCE) break
  }
  return lines
}

/** The title of a recipe: 'Pancakes' right above 'Serves 4'. */
const isTitle = ({ leftOut, hasQuantity, priceCents }: ReadPart) =>
  leftOut === undefined && !hasQuantity && priceCents === undefined

function leftOutReason(text: string, part: Part | undefined, isMethod: boolean): LeftOut | undefined {
  if (!hasContent(text) || PLACEHOLDER.test(text)) return 'empty'
  if (URL_ONLY.test(text)) return 'link'
  if (part === 'ingredients' || part === 'method') return 'heading'
  if (part) return part
  if (text.endsWith(':')) return 'heading'
  if (isMethod) return 'step'
  return isReply(text) ? 'message' : undefined
}

function withoutMarks(line: string): { rest: string; isTicked: boolean; isChat: boolean } {
  const message = line.replace(CHAT, '')
  const listed = message.replace(BULLET, '')
  const [box = '', letter = '', , ticked] = CHECKBOX.exec(listed) ?? []
  const rest = withoutEnd(listed.slice(box.length).replace(BULLET, ''), /[\s,;]$/)
  return { rest, isTicked: Boolean(ticked) || letter.trim() !== '', isChat: message !== line }
}
