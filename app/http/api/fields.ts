import type { IncomingMessage } from 'node:http'
import { DomainError } from '#app/domain/errors.ts'
import { hasContentType } from '#app/http/in/body.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

export function bodyFields(req: IncomingMessage, body: Buffer | undefined, textField?: string) {
  if (!body || body.length === 0) return {}
  if (hasContentType(req, 'application/json')) return jsonFields(textOf(req, body))
  if (hasContentType(req, 'application/x-www-form-urlencoded')) return formFields(textOf(req, body))
  if (textField && hasContentType(req, 'text/plain')) return { [textField]: textOf(req, body) }
  const allowed = [
    'application/json',
    'application/x-www-form-urlencoded',
    ...(textField ? ['text/plain'] : []),
  ]
  throw new DomainError('unsupported-content-type', { allowed })
}

function textOf(req: IncomingMessage, body: Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(req.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new DomainError('unsupported-charset')
  try {
    return UTF8.decode(body)
  } catch {
    throw new DomainError('bad-encoding')
  }
}

function jsonFields(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new DomainError('bad-json')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new DomainError('bad-json')
  return { ...value }
}

export function formFields(text: string): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [field, value] of new URLSearchParams(text)) {
    if (fields.has(field)) throw new DomainError('duplicate-field', { field })
    fields.set(field, value)
  }
  return Object.fromEntries(fields)
}
