import type { DomainError, Problem } from '#app/domain/errors.ts'
import { errors } from './en/errors.ts'
import { type Reader, wordsOf } from './reader.ts'

export function textOf(reader: Reader, { code, params }: Problem): string {
  const message: string | ((params: never, reader: Reader) => string) = wordsOf(reader, errors)[code]
  // The room's type pairs every code with its own values.
  return typeof message === 'string' ? message : message(params as never, reader)
}

export type FieldTexts = Record<string, string>

export function fieldTexts(reader: Reader, { fields }: Pick<DomainError, 'fields'>): FieldTexts | undefined {
  if (!fields) return undefined
  return Object.fromEntries(Object.entries(fields).map(([name, problem]) => [name, textOf(reader, problem)]))
}
