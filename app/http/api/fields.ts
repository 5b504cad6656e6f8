import type { IncomingMessage } from 'node:http'
import { DomainError } from '#app/domain/errors.ts'
import { isOfType } from '../mediaType.ts'

// What came over the wire as plain values; their meaning is checked elsewhere.

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The fields of a body, sent as JSON or as a form. */
export function bodyFields(req: IncomingMessage, body: Buffer | undefined): Record<string, unknown> {
  if (!body || body.length === 0) return {}
  if (isOfType(req, 'application/json')) return jsonFields(textOf(req, body))
  if (isOfType(req, 'application/x-www-form-urlencoded')) return formFields(textOf(req, body))
  throw new DomainError('unsupported', 'Please send JSON or a form.')
}

function textOf(req: IncomingMessage, body: Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(req.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new DomainError('unsupported', 'Please send it in UTF-8.')
  }
  try {
    return UTF8.decode(body)
  } catch {
    throw new DomainError('invalid', 'What was sent is not UTF-8.')
  }
}

function jsonFields(text: string): Record<string, unknown> {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DomainError('invalid', 'Please send one JSON object.')
  }
  return { ...value }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('invalid', 'This JSON cannot be read.')
  }
}

/** The fields of a form or of an address. One that is given twice could be meant either way. */
export function formFields(text: string): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw new DomainError('invalid', 'A field is given twice.')
    fields.set(name, value)
  }
  return Object.fromEntries(fields)
}
