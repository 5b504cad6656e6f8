import { isTimeZone } from '#app/domain/locale/timeZones.ts'
import { DAY } from '#app/domain/time.ts'

/** YYYY-MM-DD, as a calendar on the wall shows it there. */
export function daysIn(timeZone: string | undefined): (at: number) => string {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  // Swedish dates are written so.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  return (at) => format.format(at)
}

export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY)
