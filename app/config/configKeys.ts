import { resolve } from 'node:path'
import { z } from 'zod/v4'
import { alternatives } from '#app/words/limits.ts'
import { ENGLISH } from '#app/words/reader.ts'
import { inBytes, inMilliseconds, isHttp, isHttpOrigin, isPostgresUrl, trustProxy } from './configValues.ts'

// The table in docs/configuration.md is generated from this.

export interface Key {
  schema: z.ZodType
  allowed: string
  fallback: string
  doc: string
  /** Can also be read from the file named by KEY_FILE, and is never displayed. */
  secret?: true
}

type Definition = Omit<Key, 'fallback'> & { fallback?: string }

function keys<Table extends Record<string, Definition>>(table: Table) {
  const entries = Object.entries(table).map(([name, key]) => [name, { fallback: '', ...key }])
  return Object.fromEntries(entries) as { [Name in keyof Table]: Table[Name] & Key }
}

const text = z.string().trim()

const wholeNumber = (min: number, max: number) => ({
  schema: text
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max),
  allowed: `a whole number from ${min} to ${max}`,
})

const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) => ({
  schema: text.pipe(z.enum(values)),
  allowed: alternatives(ENGLISH, values),
})

const hostName = text.regex(/^[A-Za-z0-9_.:[\]-]+$/)
const httpUrl = text.refine(isHttp)
const optional = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema])

const registration = oneOf('open', 'invited', 'closed')

export const KEYS = keys({
  PORT: {
    ...wholeNumber(0, 65535),
    allowed: 'a whole number from 0 to 65535 (0 picks a free port)',
    fallback: '3000',
    doc: 'The port Larder listens on.',
  },
  HOST: {
    schema: hostName,
    allowed: 'an address of this machine',
    fallback: '0.0.0.0',
    doc: 'The network address Larder listens on. Use 127.0.0.1 if only a proxy on the same machine should reach it.',
  },
  BASE_URL: {
    schema: optional(text.refine(isHttpOrigin)).transform((value) =>
      value === '' ? undefined : new URL(value).origin,
    ),
    allowed: 'a URL such as https://larder.example.org, without a path',
    doc: 'The public URL, used for links in emails. With https, cookies are Secure and HSTS is sent.',
  },
  DATA_DIR: {
    schema: text.min(1).transform((value) => resolve(value)),
    allowed: 'a folder Larder can write to',
    fallback: './data',
    doc: 'The folder for the database and the receipts.',
  },
  DATABASE_URL: {
    schema: optional(text.refine(isPostgresUrl)),
    allowed: 'a URL such as postgres://larder:secret@db.example.org/larder',
    doc: 'A PostgreSQL database, version 15 or newer, instead of SQLite in DATA_DIR. Several Larders can share it.',
    secret: true,
  },
  TRUST_PROXY: {
    schema: text.transform((value, context) => {
      const trusted = trustProxy(value)
      if (trusted !== undefined) return trusted
      context.addIssue({ code: 'custom', message: 'not a proxy setting' })
      return z.NEVER
    }),
    allowed: 'off, the number of proxies, or networks such as 127.0.0.1/32,10.0.0.0/8',
    fallback: 'off',
    doc: 'The reverse proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted.',
  },
  STORAGE_PER_ACCOUNT: {
    schema: text.regex(/^(?:off|[1-9]\d{0,5}[MG]B)$/).transform(inBytes),
    allowed: 'megabytes such as 500MB, gigabytes such as 2GB, or off for no limit',
    fallback: '500MB',
    doc: 'The storage limit of each account, for its receipts, lists and items together.',
  },
  REGISTRATION: {
    ...registration,
    schema: optional(registration.schema).transform((value) => (value === '' ? undefined : value)),
    doc: 'Who can register: everyone, only people with an invitation to a list, or nobody. With invited, the first account needs no invitation. Without it, `larder registration` decides, at first for everyone.',
  },
  REQUIRE_VERIFIED_EMAIL: {
    ...oneOf('off', 'on'),
    fallback: 'off',
    doc: 'Whether users must confirm their email before they can log in.',
  },
  SMTP_HOST: {
    schema: optional(hostName),
    allowed: 'a host name',
    doc: 'The mail server. Without one, Larder sends no emails.',
  },
  SMTP_PORT: { ...wholeNumber(1, 65535), fallback: '587', doc: "The mail server's port." },
  SMTP_SECURITY: {
    ...oneOf('none', 'starttls', 'tls'),
    fallback: 'starttls',
    doc: 'How the connection to the mail server is encrypted.',
  },
  SMTP_USER: {
    schema: text,
    allowed: 'a user name',
    doc: 'The user name for the mail server, if it requires one.',
  },
  SMTP_PASSWORD: {
    schema: z.string(),
    allowed: 'a password',
    doc: 'The password for the mail server.',
    secret: true,
  },
  MAIL_FROM: {
    schema: text.regex(/^(?:[^<>\r\n]*<[^@<>\s]+@[^@<>\s]+>|[^@<>\s]+@[^@<>\s]+)$/),
    allowed: 'an email address such as Larder <larder@example.org>',
    fallback: 'Larder <larder@localhost>',
    doc: 'The sender of emails.',
  },
  MAIL_TO_LOG: {
    ...oneOf('off', 'on'),
    fallback: 'off',
    doc: 'Whether emails and their links go to the log if there is no mail server. For trying Larder out: anyone who reads the log can open the links.',
  },
  S3_BUCKET: {
    schema: optional(text.regex(/^[A-Za-z0-9._-]+$/)),
    allowed: 'the name of a bucket',
    doc: 'Stores receipts in this S3 bucket instead of DATA_DIR. Only Larders with the same PostgreSQL database may share it.',
  },
  S3_ENDPOINT: {
    schema: optional(httpUrl),
    allowed: 'a URL such as https://s3.example.org',
    doc: 'The S3 server, if it is not AWS.',
  },
  S3_REGION: {
    schema: text.min(1),
    allowed: 'the name of a region',
    fallback: 'us-east-1',
    doc: "The bucket's region.",
  },
  S3_ACCESS_KEY_ID: { schema: text, allowed: 'an access key ID', doc: 'The S3 access key ID.', secret: true },
  S3_SECRET_ACCESS_KEY: {
    schema: text,
    allowed: 'a secret access key',
    doc: 'The S3 secret access key.',
    secret: true,
  },
  S3_FORCE_PATH_STYLE: {
    ...oneOf('off', 'on'),
    fallback: 'off',
    doc: 'Whether the bucket goes into the path instead of the host name. MinIO and Garage need this.',
  },
  OPENAI_API_KEY: {
    schema: text,
    allowed: 'an API key',
    doc: 'The API key for the AI server, if it requires one.',
    secret: true,
  },
  OPENAI_BASE_URL: {
    schema: optional(httpUrl),
    allowed: 'a URL such as http://localhost:11434/v1',
    doc: 'An OpenAI-compatible server that generates ingredients. Without this and OPENAI_API_KEY, Larder uses its built-in cookbook.',
  },
  OPENAI_MODEL: {
    schema: text,
    allowed: 'the name of a model',
    doc: 'The AI model to use. Without it, Larder uses gpt-6-luna with OpenAI, and the only model of another server.',
  },
  AI_IDLE_TIMEOUT: {
    ...wholeNumber(1, 300),
    fallback: '60',
    doc: 'How many seconds Larder waits for the next token of an AI model, and for the first.',
  },
  AI_TIMEOUT: {
    ...wholeNumber(1, 3600),
    fallback: '180',
    doc: 'How many seconds the whole answer of an AI model may take.',
  },
  BACKUP_DIR: {
    schema: text.transform((value) => (value === '' ? undefined : resolve(value))),
    allowed: 'a folder Larder can write to, ideally on another disk',
    doc: 'The folder for automatic backups. Without it, Larder makes no automatic backups.',
  },
  BACKUP_EVERY: {
    schema: text.regex(/^(?:off|[1-9]\d{0,3}[hd])$/).transform(inMilliseconds),
    allowed: 'off, hours such as 24h, or days such as 7d',
    fallback: '24h',
    doc: 'How often Larder makes an automatic backup.',
  },
  BACKUP_KEEP: { ...wholeNumber(1, 10_000), fallback: '7', doc: 'How many automatic backups Larder keeps.' },
  OFFLINE: {
    ...oneOf('on', 'off'),
    fallback: 'on',
    doc: 'Whether browsers keep lists to use without a connection. With off, they delete what they kept.',
  },
  METRICS_TOKEN: {
    schema: optional(text.regex(/^[\x21-\x7e]{16,}$/)),
    allowed: 'at least 16 printable ASCII characters, without spaces',
    doc: 'Requests with this bearer token can read /metrics. Without this and METRICS_LOOPBACK, /metrics responds with 404.',
    secret: true,
  },
  METRICS_LOOPBACK: {
    ...oneOf('off', 'on'),
    fallback: 'off',
    doc: 'Whether requests from this machine can read /metrics without a token.',
  },
  LOG_LEVEL: {
    ...oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    fallback: 'info',
    doc: 'The lowest level that is logged.',
  },
})
