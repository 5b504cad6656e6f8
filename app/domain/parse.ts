import { z } from 'zod/v4'
import { DomainError, FAILURES, type PlainCode, type Problem } from './errors.ts'

export function parse<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const fields = new Map<string, Problem>()
  for (const issue of parsed.error.issues) {
    for (const name of fieldsOf(issue)) {
      if (!fields.has(name)) fields.set(name, problemOf(issue, schema))
    }
  }
  const [first] = parsed.error.issues
  const { code, params } = problemOf(first, schema)
  throw new DomainError(code, params, { fields: Object.fromEntries(fields) })
}

/** A request may have thousands of unknown fields; the response lists the first few. */
const MAX_UNKNOWN = 10

function fieldsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.slice(0, MAX_UNKNOWN)
  return issue.path.slice(0, 1).map(String)
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
  return { code: Object.hasOwn(FAILURES, code) ? (code as PlainCode) : 'invalid-input', params: {} }
}
