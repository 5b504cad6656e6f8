import type { DomainError, Problem } from '#app/domain/errors.ts'
import { errors } from './en/errors.ts'

/** The sentence for a code and its values. */
export function textOf({ code, params }: Problem): string {
  const message: string | ((params: never) => string) = errors[code]
  // The catalogue's type pairs every code with its own values.
  return typeof message === 'string' ? message : message(params as never)
}

/** Messages by field name. */
export type FieldTexts = Record<string, string>

export function fieldTexts({ fields }: Pick<DomainError, 'fields'>): FieldTexts | undefined {
  if (!fields) return undefined
  return Object.fromEntries(Object.entries(fields).map(([name, problem]) => [name, textOf(problem)]))
}
