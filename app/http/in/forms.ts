import type { AppLoadContext } from '@remix-run/node'
import { DomainError } from '#app/domain/errors.ts'
import { isMultipart, parseMultipart } from './multipart.ts'

/** Bodies are read, whole and limited, before anything else happens: see body.ts. */
type Body = Pick<AppLoadContext, 'body' | 'contentType'>

export { parse } from '#app/domain/parse.ts'

/** Our largest form has six. A rejected form is rendered again with its values, so the page grows with them. */
const MAX_FIELDS = 100

export const readForm = async (context: Body): Promise<Record<string, string>> =>
  textFields(await formData(context))

export function textFields(form: FormData): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') values[name] = value
  if (Object.keys(values).length > MAX_FIELDS) {
    throw new DomainError('too-many-fields', { max: MAX_FIELDS })
  }
  return values
}

export async function formData({ body = Buffer.alloc(0), contentType }: Body): Promise<FormData> {
  if (isMultipart(contentType)) return parseMultipart(body, contentType)
  if (!isUrlEncoded(contentType)) throw new DomainError('bad-form')
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(body.toString())) form.append(name, value)
  return form
}

const isUrlEncoded = (contentType: string) =>
  /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)

interface CheckedLines {
  lines: string[]
  typed: { lines: string; taken: string }
}

export function checkedLines(form: FormData): CheckedLines {
  const lines = form.getAll('line').filter((line) => typeof line === 'string')
  const taken = form.has('check') ? form.getAll('take').map(String) : lines.map((_, index) => String(index))
  const selected = new Set(taken)
  return {
    lines: lines.filter((line, index) => selected.has(String(index)) && line.trim() !== ''),
    typed: { lines: lines.join('\n'), taken: taken.join(' ') },
  }
}

export async function readPhoto(context: Body & Pick<AppLoadContext, 'uploadError'>): Promise<Uint8Array> {
  if (context.uploadError) throw context.uploadError
  const form = await formData(context)
  // A photo need not be in memory twice.
  context.body = undefined
  const files = [...form].flatMap(([name, value]) => (isFile(value) ? [{ name, file: value }] : []))
  const [first, second] = files
  if (!first) throw new DomainError('photo-required')
  if (second) throw new DomainError('one-photo-only')
  if (first.name !== 'receiptImage') throw new DomainError('photo-field-invalid')
  return new Uint8Array(await first.file.arrayBuffer())
}

/** An empty file input sends a file without name and content. */
const isFile = (value: FormDataEntryValue): value is File =>
  typeof value !== 'string' && !(value.name === '' && value.size === 0)
