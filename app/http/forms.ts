import type { z } from 'zod'
import { DomainError, type FieldErrors } from '#app/domain/errors.ts'
import { isMultipart, parseMultipart } from './multipart.ts'

/** Ours have six at the most; thousands would cost a stranger nothing and us a long page that repeats them. */
const MOST_FIELDS = 100

/** A form's text fields. What is no readable form is a sentence, not a crash. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const form = await formData(request)
  const values: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') values[name] = value
  if (Object.keys(values).length > MOST_FIELDS) {
    throw new DomainError('invalid', 'The form that arrived cannot be read.')
  }
  return values
}

export async function formData(request: Request): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? ''
  if (isMultipart(type)) {
    return parseMultipart(Buffer.from(await request.arrayBuffer()), type)
  }
  try {
    return await request.formData()
  } catch (cause) {
    throw new DomainError('invalid', 'The form that arrived cannot be read.', { cause })
  }
}

/** Checks fields against the schema of an input; the first complaint becomes the sentence. */
export function parse<S extends z.ZodTypeAny>(schema: S, values: unknown): z.infer<S> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const fields: FieldErrors = {}
  for (const issue of parsed.error.issues) fields[String(issue.path[0] ?? 'form')] ??= issue.message
  const [sentence = 'Something in this form is not right.'] = Object.values(fields)
  throw new DomainError('invalid', sentence, { fields })
}

export async function parseForm<S extends z.ZodTypeAny>(schema: S, request: Request): Promise<z.infer<S>> {
  return parse(schema, await readForm(request))
}
