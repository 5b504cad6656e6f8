import { resolve } from 'node:path'
import { z } from 'zod/v4'
import {
  hostName,
  httpUrl,
  inBytes,
  inMilliseconds,
  isHttpOrigin,
  isPostgresUrl,
  oneOf,
  optional,
  text,
  trustProxy,
  wholeNumber,
} from './values.ts'

// Every environment key. The README's table is generated from this.

export interface Key<T> {
  schema: z.ZodType<T>
  fallback: string
  allowed: string
  doc: string
  /** Can also be read from the file named by KEY_FILE, and is never displayed. */
  secret?: true
}

function key<T>(definition: Key<T>): Key<T> {
  return definition
}

export const KEYS = {
  PORT: key({
    schema: wholeNumber(0, 65535),
    fallback: '3000',
    allowed: 'a whole number from 0 to 65535 (0 picks a free port)',
    doc: 'The port Larder listens on.',
  }),
  HOST: key({
    schema: hostName,
    fallback: '0.0.0.0',
    allowed: 'an address of this machine',
    doc: 'The network address Larder listens on. Use 127.0.0.1 if only a proxy on the same machine should reach it.',
  }),
  BASE_URL: key({
    schema: optional(text.refine(isHttpOrigin)).transform((value) =>
      value === '' ? undefined : new URL(value).origin,
    ),
    fallback: '',
    allowed: 'a URL such as https://larder.example.org, without a path',
    doc: 'The public URL, used for links in emails. With https, cookies are Secure and HSTS is sent.',
  }),
  DATA_DIR: key({
    schema: text.min(1).transform((value) => resolve(value)),
    fallback: './data',
    allowed: 'a folder Larder can write to',
    doc: 'The folder for the database and the receipts.',
  }),
  DATABASE_URL: key({
    schema: optional(text.refine(isPostgresUrl)),
    fallback: '',
    allowed: 'a URL such as postgres://larder:secret@db.example.org/larder',
    doc: 'A PostgreSQL database, version 15 or newer, instead of SQLite in DATA_DIR. Several Larders can share it.',
    secret: true,
  }),
  TRUST_PROXY: key({
    schema: text.transform((value, context) => {
      const trusted = trustProxy(value)
      if (trusted !== undefined) return trusted
      context.addIssue({ code: 'custom', message: 'not a proxy setting' })
      return z.NEVER
    }),
    fallback: 'off',
    allowed: 'off, the number of proxies, or networks such as 127.0.0.1/32,10.0.0.0/8',
    doc: 'The reverse proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted.',
  }),
  STORAGE_PER_ACCOUNT: key({
    schema: text.regex(/^(?:off|[1-9]\d{0,5}[MG]B)$/).transform(inBytes),
    fallback: '500MB',
    allowed: 'megabytes such as 500MB, gigabytes such as 2GB, or off for no limit',
    doc: 'The storage limit of each account, for its receipts, lists and items together.',
  }),
  REGISTRATION: key({
    schema: oneOf('open', 'invited', 'closed'),
    fallback: 'open',
    allowed: 'open, invited or closed',
    doc: 'Who can register: everyone, only people with an invitation to a list, or nobody.',
  }),
  REQUIRE_VERIFIED_EMAIL: key({
    schema: oneOf('off', 'on'),
    fallback: 'off',
    allowed: 'off or on',
    doc: 'Whether users must confirm their email before they can sign in.',
  }),
  SMTP_HOST: key({
    schema: optional(hostName),
    fallback: '',
    allowed: 'a host name',
    doc: 'The mail server. Without one, Larder sends no emails and writes their links to its log instead.',
  }),
  SMTP_PORT: key({
    schema: wholeNumber(1, 65535),
    fallback: '587',
    allowed: 'a whole number from 1 to 65535',
    doc: "The mail server's port.",
  }),
  SMTP_SECURITY: key({
    schema: oneOf('none', 'starttls', 'tls'),
    fallback: 'starttls',
    allowed: 'none, starttls or tls',
    doc: 'How the connection to the mail server is encrypted.',
  }),
  SMTP_USER: key({
    schema: text,
    fallback: '',
    allowed: 'a user name',
    doc: 'The user name for the mail server, if it requires one.',
  }),
  SMTP_PASSWORD: key({
    schema: z.string(),
    fallback: '',
    allowed: 'a password',
    doc: 'The password for the mail server.',
    secret: true,
  }),
  MAIL_FROM: key({
    schema: text.regex(/^(?:[^<>\r\n]*<[^@<>\s]+@[^@<>\s]+>|[^@<>\s]+@[^@<>\s]+)$/),
    fallback: 'Larder <larder@localhost>',
    allowed: 'an email address such as Larder <larder@example.org>',
    doc: 'The sender of emails.',
  }),
  S3_BUCKET: key({
    schema: optional(text.regex(/^[A-Za-z0-9._-]+$/)),
    fallback: '',
    allowed: 'the name of a bucket',
    doc: 'Stores receipts in this S3 bucket instead of DATA_DIR. Only Larders with the same PostgreSQL database may share it.',
  }),
  S3_ENDPOINT: key({
    schema: optional(httpUrl),
    fallback: '',
    allowed: 'a URL such as https://s3.example.org',
    doc: 'The S3 server, if it is not AWS.',
  }),
  S3_REGION: key({
    schema: text.min(1),
    fallback: 'us-east-1',
    allowed: 'the name of a region',
    doc: "The bucket's region.",
  }),
  S3_ACCESS_KEY_ID: key({
    schema: text,
    fallback: '',
    allowed: 'an access key ID',
    doc: 'The S3 access key ID.',
    secret: true,
  }),
  S3_SECRET_ACCESS_KEY: key({
    schema: text,
    fallback: '',
    allowed: 'a secret access key',
    doc: 'The S3 secret access key.',
    secret: true,
  }),
  S3_FORCE_PATH_STYLE: key({
    schema: oneOf('off', 'on'),
    fallback: 'off',
    allowed: 'off or on',
    doc: 'Whether the bucket goes into the path instead of the host name. MinIO and Garage need this.',
  }),
  OPENAI_API_KEY: key({
    schema: text,
    fallback: '',
    allowed: 'an API key',
    doc: 'The API key for the AI server, if it requires one.',
    secret: true,
  }),
  OPENAI_BASE_URL: key({
    schema: optional(httpUrl),
    fallback: '',
    allowed: 'a URL such as http://localhost:11434/v1',
    doc: 'An OpenAI-compatible server that generates ingredients. Without this and OPENAI_API_KEY, Larder uses its built-in cookbook.',
  }),
  OPENAI_MODEL: key({
    schema: text.min(1),
    fallback: 'gpt-4o-mini',
    allowed: 'the name of a model',
    doc: 'The AI model to use.',
  }),
  BACKUP_DIR: key({
    schema: text.transform((value) => (value === '' ? undefined : resolve(value))),
    fallback: '',
    allowed: 'a folder Larder can write to, ideally on another disk',
    doc: 'The folder for automatic backups. Without it, Larder makes no automatic backups.',
  }),
  BACKUP_EVERY: key({
    schema: text.regex(/^(?:off|[1-9]\d{0,3}[hd])$/).transform(inMilliseconds),
    fallback: '24h',
    allowed: 'off, hours such as 24h, or days such as 7d',
    doc: 'How often Larder makes an automatic backup.',
  }),
  BACKUP_KEEP: key({
    schema: wholeNumber(1, 10_000),
    fallback: '7',
    allowed: 'a whole number from 1 to 10000',
    doc: 'How many automatic backups Larder keeps.',
  }),
  OFFLINE: key({
    schema: oneOf('on', 'off'),
    fallback: 'on',
    allowed: 'on or off',
    doc: 'Whether browsers keep lists to use without a connection. With off, they delete what they kept.',
  }),
  METRICS_TOKEN: key({
    schema: optional(text.regex(/^[\x21-\x7e]{16,}$/)),
    fallback: '',
    allowed: 'at least 16 printable ASCII characters, without spaces',
    doc: 'Requests with this bearer token can read /metrics. Without this and METRICS_LOOPBACK, /metrics responds with 404.',
    secret: true,
  }),
  METRICS_LOOPBACK: key({
    schema: oneOf('off', 'on'),
    fallback: 'off',
    allowed: 'off or on',
    doc: 'Whether requests from this machine can read /metrics without a token.',
  }),
  LOG_LEVEL: key({
    schema: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    fallback: 'info',
    allowed: 'fatal, error, warn, info, debug, trace or silent',
    doc: 'The lowest level that is logged.',
  }),
}
