import { DomainError } from '#app/domain/errors.ts'
import { isMultipart, parseMultipart } from './multipart.ts'

export { parse } from '#app/domain/parse.ts'

/** Ours have six at the most; thousands would cost a stranger nothing and us a long page that repeats them. */
const MOST_FIELDS = 100

/** A form's text fields. What is no readable form is a sentence, not a crash. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const form = await formData(request)
  const values: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') values[name] = value
  if (Object.keys(values).length > MOST_FIELDS) {
    throw new DomainError('too-many-fields', { max: MOST_FIELDS })
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
    throw new DomainError('bad-form', {}, { cause })
  }
}
