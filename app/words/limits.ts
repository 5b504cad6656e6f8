import { HOUR, MINUTE } from '#app/domain/time.ts'
import { limits } from './en/limits.ts'
import { joined } from './format.ts'
import { type Reader, wordsOf } from './reader.ts'

// Times, sizes and choices, which screens in a shop don't need.

const decimal = ({ formats }: Reader, value: number) => String(value).replace('.', formats.decimal)

export function bytes(reader: Reader, count: number): string {
  const words = wordsOf(reader, limits)
  if (count >= 1e9 && count % 1e9 === 0) return words.gigabytes({ n: decimal(reader, count / 1e9) })
  return words.megabytes({ n: decimal(reader, Math.round(count / 1e5) / 10) })
}

export const storage = (reader: Reader, used: number, limit: number | undefined) =>
  limit === undefined
    ? bytes(reader, used)
    : wordsOf(reader, limits).of({ used: bytes(reader, used), limit: bytes(reader, limit) })

export function duration(reader: Reader, seconds: number): string {
  const words = wordsOf(reader, limits)
  if (seconds < 90) return words.seconds({ n: seconds })
  if (seconds < 90 * 60) return words.minutes({ n: Math.ceil(seconds / 60) })
  return words.hours({ n: Math.ceil(seconds / 3600) })
}

export const hours = (reader: Reader, ms: number) => wordsOf(reader, limits).hours({ n: ms / HOUR })
export const minutes = (reader: Reader, ms: number) => wordsOf(reader, limits).minutes({ n: ms / MINUTE })

export const alternatives = (reader: Reader, parts: readonly string[]) =>
  joined(parts, wordsOf(reader, limits).or)
