import { toDecimal } from '#app/domain/amounts.ts'

// How values look to people. Pure: pages use these in the browser too.

const DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })

/** '$ 1234.50' */
export function money(cents: number | bigint): string {
  return `$ ${toDecimal(cents, 2)}`
}

/** '1.5', '2' */
export function quantity(milli: number): string {
  return toDecimal(milli, 3).replace(/\.?0+$/, '')
}

/** 'Jan 5, 2024' */
export function date(ms: number): string {
  return DATE.format(ms)
}

/** '12.5 MB', '2 GB' */
export function bytes(count: number): string {
  if (count >= 1e9 && count % 1e9 === 0) return `${count / 1e9} GB`
  return `${Math.round(count / 1e5) / 10} MB`
}

/** '12.5 MB of 500 MB', or '12.5 MB' without a limit */
export function storage(used: number, limit: number | undefined): string {
  return limit === undefined ? bytes(used) : `${bytes(used)} of ${bytes(limit)}`
}

/** '45 seconds', '3 minutes' */
export function duration(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

/** 'GET, HEAD or POST' */
export function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}
