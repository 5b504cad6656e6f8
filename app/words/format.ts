import { toDecimal } from '#app/domain/items/amounts.ts'
import { type Currency, DOLLAR } from '#app/domain/locale/currency.ts'
import { DAY } from '#app/domain/time.ts'
import { basics } from './en/basics.ts'
import { type Reader, wordsOf } from './reader.ts'

function grouped(text: string, { group, groupsFrom }: Reader['formats']): string {
  return text.length < groupsFrom ? text : text.replace(/\B(?=(?:\d{3})+$)/g, group)
}

/** '5,000' */
export const whole = ({ formats }: Reader, value: number) => grouped(String(value), formats)

/** Without a currency, in dollars: what is kept on devices may be older than currencies. */
export function money({ formats }: Reader, price: number | bigint, currency: Currency | undefined): string {
  const { symbol, decimals } = currency ?? DOLLAR
  const [whole = '', fraction] = toDecimal(price, decimals).split('.')
  const amount = grouped(whole, formats) + (fraction ? formats.decimal + fraction : '')
  return formats.symbolFirst ? `${symbol} ${amount}` : `${amount}\u00a0${symbol}`
}

export const quantity = ({ formats }: Reader, milli: number) =>
  toDecimal(milli, 3)
    .replace(/\.?0+$/, '')
    .replace('.', formats.decimal)

interface Moment {
  year: number
  /** From 0. */
  month: number
  day: number
  hours: number
  minutes: number
}

const NUMERIC: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
}

const zones = new Map<string, Intl.DateTimeFormat>()

/** Intl only for the numbers. Versions of it may know other rules of a zone. */
function momentOf(ms: number, timeZone: string | undefined): Moment {
  if (timeZone === undefined) {
    const at = new Date(ms)
    const [year, month, day] = [at.getFullYear(), at.getMonth(), at.getDate()]
    return { year, month, day, hours: at.getHours(), minutes: at.getMinutes() }
  }
  const format = zones.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...NUMERIC, timeZone })
  zones.set(timeZone, format)
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return { year, month: month - 1, day, hours: hour, minutes: minute }
}

function inPattern(reader: Reader, pattern: string, { day, month, year }: Moment): string {
  const parts: Record<string, unknown> = { D: day, M: wordsOf(reader, basics).months[month], Y: year }
  return pattern.replace(/[DMY]/g, (part) => String(parts[part]))
}

export const date = (reader: Reader, ms: number) =>
  inPattern(reader, reader.formats.date, momentOf(ms, reader.timeZone))

/** The reader's day as YYYY-MM-DD. */
export function today({ timeZone }: Pick<Reader, 'timeZone'>, now = Date.now()): string {
  const { year, month, day } = momentOf(now, timeZone)
  return [year, month + 1, day].map((number) => String(number).padStart(2, '0')).join('-')
}

/** The latest day that it may be for them: without a chosen time zone, only their browser knows theirs. */
export const latestToday = ({ timeZone = 'Pacific/Kiritimati' }: Pick<Reader, 'timeZone'>): string =>
  today({ timeZone })

/** 'Nov 25' */
export const dayOfYear = (reader: Reader, ms: number) =>
  inPattern(reader, reader.formats.date.replace(/,? Y/, ''), momentOf(ms, reader.timeZone))

/** Of a day as YYYY-MM-DD, in no time zone. */
export const calendarDay = (reader: Reader, day: string) =>
  date({ ...reader, timeZone: 'UTC' }, Date.parse(`${day}T00:00:00Z`))

function clock(ms: number, timeZone: string | undefined): string {
  const { hours, minutes } = momentOf(ms, timeZone)
  return [hours, minutes].map((number) => String(number).padStart(2, '0')).join(':')
}

/** 'Nov 25, 2026, 08:42 UTC' */
export const utc = (reader: Reader, ms: number) =>
  `${date({ ...reader, timeZone: 'UTC' }, ms)}, ${clock(ms, 'UTC')} UTC`

/** '10:42', with the day unless it is today. */
export function dayAndTime(reader: Reader, ms: number): string {
  const day = date(reader, ms)
  const time = clock(ms, reader.timeZone)
  return day === date(reader, Date.now()) ? time : `${day}, ${time}`
}

export const days = (reader: Reader, ms: number) => wordsOf(reader, basics).days({ n: ms / DAY })

export function joined(
  parts: readonly string[],
  join: (parts: { first: string; last: string }) => string,
): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : join({ first: parts.slice(0, -1).join(', '), last })
}

/** "Milk and Eggs", "Milk, Eggs and 3 others". */
export function sentenceList(reader: Reader, names: string[], most = 3): string {
  const words = wordsOf(reader, basics)
  const others = names.length - most + 1
  const shown = others > 1 ? [...names.slice(0, most - 1), words.others({ n: others })] : names
  return joined(shown, words.and)
}
