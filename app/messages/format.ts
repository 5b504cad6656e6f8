import { toDecimal } from '#app/domain/items/amounts.ts'
import { DAY, HOUR, MINUTE } from '#app/domain/time.ts'

const DATE_PARTS: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', year: 'numeric' }
const TIME_PARTS: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const DATE = new Intl.DateTimeFormat('en-US', DATE_PARTS)
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const TIME = new Intl.DateTimeFormat('en-US', TIME_PARTS)
const UTC = new Intl.DateTimeFormat('en-US', { ...DATE_PARTS, ...TIME_PARTS, timeZone: 'UTC' })

export const money = (cents: number | bigint) =>
  `$ ${toDecimal(cents, 2).replace(/\B(?=(?:\d{3})+\.)/g, ',')}`

export const quantity = (milli: number) => toDecimal(milli, 3).replace(/\.?0+$/, '')

export const date = (ms: number) => DATE.format(ms)

/** 'Nov 25' */
export const dayOfYear = (ms: number) => DAY_OF_YEAR.format(ms)

export const utc = (ms: number) => `${UTC.format(ms)} UTC`

/** '10:42', with the day unless it is today. */
export function dayAndTime(ms: number): string {
  const day = date(ms)
  const time = TIME.format(ms)
  return day === date(Date.now()) ? time : `${day}, ${time}`
}

export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const MAX_NAME = 60

export const cut = (name: string) =>
  name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME).toWellFormed()}…`

/** Without a full stop after a name that was cut. */
export const ended = (sentence: string) => (sentence.endsWith('…') ? sentence : `${sentence}.`)

export function bytes(count: number): string {
  if (count >= 1e9 && count % 1e9 === 0) return `${count / 1e9} GB`
  return `${Math.round(count / 1e5) / 10} MB`
}

export const storage = (used: number, limit: number | undefined) =>
  limit === undefined ? bytes(used) : `${bytes(used)} of ${bytes(limit)}`

export function duration(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

export const days = (ms: number) => plural(ms / DAY, 'day')
export const hours = (ms: number) => plural(ms / HOUR, 'hour')
export const minutes = (ms: number) => plural(ms / MINUTE, 'minute')

export const alternatives = (words: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)

/** "Milk and Eggs", "Milk, Eggs and 3 others". */
export function sentenceList(names: string[], most = 3): string {
  const others = names.length - most + 1
  const shown = others > 1 ? [...names.slice(0, most - 1), `${others} others`] : names
  return new Intl.ListFormat('en-GB').format(shown)
}
