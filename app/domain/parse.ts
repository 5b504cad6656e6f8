import { z } from 'zod/v4'
import { DomainError, FAILURES, type PlainCode, type Problem } from './errors.ts'

/** Validates input. The error has the first problem's code, and a problem for each invalid field. */
export function parse<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const fields: Record<string, Problem> = {}
  for (const issue of parsed.error.issues) {
    const problem = problemOf(issue, schema)
    const names = issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1).map(String)
    for (const name of names) fields[name] ??= problem
  }
  const [first] = parsed.error.issues
  const { code, params } = problemOf(first, schema)
  throw new DomainError(code, params, { fields })
}

function problemOf(
  issue: z.core.$ZodIssue | undefined,
  schema: z.ZodType,
): Problem<PlainCode | 'unknown-field'> {
  if (issue?.code === 'unrecognized_keys') {
    const allowed = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
    return { code: 'unknown-field', params: { allowed } }
  }
  const code = issue?.message ?? ''
  // Our schemas use codes as messages; zod's default messages are English text.
  return { code: code in FAILURES ? (code as PlainCode) : 'invalid-input', params: {} }
}
