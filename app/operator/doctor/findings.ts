import { type Config, withoutPassword } from '#app/config/config.server.ts'
import { KEYS, type Key } from '#app/config/configKeys.ts'
import { printable } from '#app/domain/text.ts'

export interface Finding {
  level: 'ok' | 'warn' | 'FAIL'
  check: string
  text: string
}

export const ok = (check: string, text: string): Finding => ({ level: 'ok', check, text })
export const warn = (check: string, text: string): Finding => ({ level: 'warn', check, text })
export const fail = (check: string, text: string): Finding => ({ level: 'FAIL', check, text })

const WIDTH = 13

export const lineOf = ({ level, check, text }: Finding) =>
  `${level.padEnd(4)}  ${check.padEnd(WIDTH)}  ${withoutPassword(printable(text))}`

/** Makes a text of another program safe to print: one short line without secrets. */
export type Quote = (text: unknown) => string

const MAX_READ = 2_000
const MAX_SHOWN = 240

export function createQuote(config: Config): Quote {
  const secrets = secretsOf(config)
  return (text) => {
    const line = textOf(text).slice(0, MAX_READ).replace(/\s+/g, ' ').trim()
    const masked = secrets.reduce(mask, line)
    const shown = masked.length > MAX_SHOWN ? `${masked.slice(0, MAX_SHOWN)}…` : masked
    return printable(shown).replace(/\.$/, '')
  }
}

/** After trying several addresses, Node leaves the message empty. */
function textOf(text: unknown): string {
  if (!(text instanceof Error)) return String(text)
  return text.message || ('code' in text ? String(text.code) : text.name)
}

function secretsOf(config: Config): string[] {
  const names = Object.entries<Key>(KEYS).filter(([, { secret }]) => secret)
  const values = names.map(([name]) => String(config[name as keyof Config]))
  const { S3_ENDPOINT, OPENAI_BASE_URL, SMTP_USER, SMTP_PASSWORD } = config
  const secrets = [...values, S3_ENDPOINT, OPENAI_BASE_URL].flatMap((value) =>
    URL.canParse(value) && value.includes('//') ? passwordsIn(new URL(value)) : [value],
  )
  // As SMTP sends them.
  const signIn = SMTP_PASSWORD && [SMTP_PASSWORD, `\0${SMTP_USER}\0${SMTP_PASSWORD}`].map(inBase64)
  const all = [...secrets, ...signIn].filter(Boolean)
  return [...new Set(all)].sort((a, b) => b.length - a.length)
}

function passwordsIn({ password, searchParams }: URL): string[] {
  return [password, decoded(password), searchParams.get('password') ?? '']
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const inBase64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '')

/** Servers may quote a part of a key. */
const LEAST_PART = 6

function mask(text: string, secret: string): string {
  const least = Math.min(LEAST_PART, secret.length)
  let result = ''
  let at = 0
  while (at < text.length) {
    let end = at + least
    if (end > text.length || !secret.includes(text.slice(at, end))) {
      result += text[at]
      at += 1
      continue
    }
    while (end < text.length && secret.includes(text.slice(at, end + 1))) end += 1
    result += '(secret)'
    at = end
  }
  return result
}
