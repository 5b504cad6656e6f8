import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/services.ts'
import { ConfigError, publicUrl, readConfig } from './config.server.ts'
import { KEYS } from './configKeys.ts'

test('no key is required', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: '0.0.0.0',
    BASE_URL: undefined,
    TRUST_PROXY: false,
    REGISTRATION: undefined,
  })
})

test('an empty value counts as not set', () => {
  expect(readConfig({ PORT: '', BASE_URL: '' })).toMatchObject({ PORT: 3000, BASE_URL: undefined })
})

test('no secret has a built-in default', () => {
  for (const [name, { secret, fallback }] of Object.entries(KEYS)) {
    if (/PASSWORD|KEY/.test(name)) expect(secret, name).toBe(true)
    if (secret) expect(fallback, name).toBe('')
  }
})

const WRONG: [key: string, value: string][] = [
  ['PORT', 'eighty'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3e3'],
  ['HOST', 'my host'],
  ['HOST', 'http://localhost'],
  ['BASE_URL', 'larder.example.org'],
  ['BASE_URL', 'https://example.org/larder'],
  ['BASE_URL', 'ftp://example.org'],
  ['BASE_URL', 'https://ada:secret@example.org'],
  ['DATA_DIR', ' '],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '127.0.0.1,everybody'],
  ['STORAGE_PER_ACCOUNT', '500'],
  ['STORAGE_PER_ACCOUNT', '0MB'],
  ['STORAGE_PER_ACCOUNT', '1.5GB'],
  ['REGISTRATION', 'maybe'],
  ['REQUIRE_VERIFIED_EMAIL', 'yes'],
  ['SMTP_HOST', 'smtp://example.org'],
  ['SMTP_PORT', '0'],
  ['SMTP_SECURITY', 'ssl'],
  ['MAIL_FROM', 'Larder'],
  ['MAIL_TO_LOG', 'true'],
  ['MAIL_FROM', 'Larder <a@b>\r\nBcc: <c@d>'],
  ['S3_BUCKET', 'a bucket'],
  ['S3_ENDPOINT', 's3.example.org'],
  ['S3_ENDPOINT', 'ftp://s3.example.org'],
  ['S3_REGION', ' '],
  ['S3_FORCE_PATH_STYLE', 'true'],
  ['OPENAI_BASE_URL', 'localhost:11434'],
  ['AI_IDLE_TIMEOUT', '0'],
  ['AI_IDLE_TIMEOUT', '301'],
  ['AI_TIMEOUT', '3m'],
  ['AI_TIMEOUT', '3601'],
  ['BACKUP_EVERY', '24'],
  ['BACKUP_KEEP', '0'],
  ['METRICS_LOOPBACK', 'true'],
  ['OFFLINE', 'true'],
  ['LOG_LEVEL', 'verbose'],
]

test.each(WRONG)(
  'rejects %s=%j with one line that names the key, the value and the allowed values',
  (key, value) => {
    const read = () => readConfig({ [key]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(`${key}: ${JSON.stringify(value)} is not allowed. It must be `)
    expect(read).not.toThrow('\n')
  },
)

test.each(['short', 'fifteen-letters', 'a token with spaces in it', 'ein-schlüssel-mit-umlaut'])(
  'rejects METRICS_TOKEN=%j without showing it',
  (value) => {
    const read = () => readConfig({ METRICS_TOKEN: value })
    expect(read).toThrow(
      'METRICS_TOKEN: the given value is not allowed. It must be at least 16 printable ASCII characters',
    )
    expect(read).not.toThrow(value)
  },
)

test.each(['larder.db', 'mysql://ada:secret@localhost/larder'])(
  'rejects DATABASE_URL=%j without showing it',
  (value) => {
    const read = () => readConfig({ DATABASE_URL: value })
    expect(read).toThrow('DATABASE_URL: the given value is not allowed. It must be a URL such as postgres://')
    expect(read).not.toThrow(value)
  },
)

test('the lists above contain every key that can be invalid', () => {
  const anyValue = [
    'SMTP_USER',
    'SMTP_PASSWORD',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'OPENAI_API_KEY',
    'OPENAI_MODEL',
    'BACKUP_DIR',
  ]
  expect(new Set([...WRONG.map(([key]) => key), 'METRICS_TOKEN', 'DATABASE_URL', ...anyValue])).toEqual(
    new Set(Object.keys(KEYS)),
  )
})

test.each([
  ['BASE_URL', 'https://larder.example.org/', 'https://larder.example.org'],
  ['BASE_URL', 'http://10.0.0.7:3000', 'http://10.0.0.7:3000'],
  ['TRUST_PROXY', '1', 1],
  ['TRUST_PROXY', '127.0.0.1/32, fd00::/8', ['127.0.0.1/32', 'fd00::/8']],
  ['STORAGE_PER_ACCOUNT', '250MB', 250_000_000],
  ['STORAGE_PER_ACCOUNT', '2GB', 2_000_000_000],
  ['STORAGE_PER_ACCOUNT', 'off', undefined],
  ['HOST', '::', '::'],
  ['HOST', 'localhost', 'localhost'],
  ['MAIL_FROM', 'larder@example.org', 'larder@example.org'],
])('accepts %s=%s', (key, value, expected) => {
  expect(readConfig({ [key]: value })).toMatchObject({ [key]: expected })
})

test('reads a secret from the file that KEY_FILE names, without its final line break', () => {
  const file = join(temporaryFolder(), 'secret')
  writeFileSync(file, 'hush\n')
  expect(readConfig({ SMTP_PASSWORD_FILE: file }).SMTP_PASSWORD).toBe('hush')
  expect(readConfig({ SMTP_PASSWORD_FILE: file, SMTP_PASSWORD: 'direct' }).SMTP_PASSWORD).toBe('direct')
})

test('rejects an unreadable secret file in one line', () => {
  expect(() => readConfig({ OPENAI_API_KEY_FILE: '/nowhere/key' })).toThrow(
    'OPENAI_API_KEY_FILE: "/nowhere/key" is not allowed. It must be a file Larder can read.',
  )
})

test('reads only secrets from files', () => {
  expect(readConfig({ PORT_FILE: '/nowhere/port' }).PORT).toBe(3000)
})

const SHARED = { DATABASE_URL: 'postgres://larder:secret@db.example.org/larder' }

test.each([
  ['0.0.0.0', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['192.168.1.20', 'http://192.168.1.20:3000'],
  ['2001:db8::20', 'http://[2001:db8::20]:3000'],
])('without BASE_URL, a server that listens on %s is at %s', (HOST, url) => {
  expect(publicUrl(readConfig({ HOST }))).toBe(url)
  expect(publicUrl(readConfig({ HOST, BASE_URL: 'https://larder.example' }))).toBe('https://larder.example')
})

test('with a shared database, the public URL is required', () => {
  expect(() => readConfig(SHARED)).toThrow(
    new ConfigError('BASE_URL: with DATABASE_URL, it must be set to the public URL.'),
  )
  expect(readConfig({ ...SHARED, BASE_URL: 'https://larder.example.org' })).toMatchObject(SHARED)
})

test('with a shared database, a folder for backups is refused', () => {
  expect(() =>
    readConfig({ ...SHARED, BASE_URL: 'https://larder.example.org', BACKUP_DIR: '/backups' }),
  ).toThrow(/^BACKUP_DIR: Larder makes no backups of PostgreSQL\./)
})
