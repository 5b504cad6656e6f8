import type { DomainError, Problem } from '#app/domain/errors.ts'
import { errors } from './en/errors.ts'

export function textOf({ code, params }: Problem): string {
  const message: string | ((params: never) => string) = errors[code]
  // The catalogue's type pairs every code with its own values.
  return typeof message === 'string' ? message : message(params as never)
}

export type FieldTexts = Record<string, string>

export function fieldTexts({ fields }: Pick<DomainError, 'fields'>): FieldTexts | undefined {
  if (!fields) return undefined
  return Object.fromEntries(Object.entries(fields).map(([name, problem]) => [name, textOf(problem)]))
}
